import { defineConfig } from 'vitest/config';

// Real models load once per worker process; two cores run two files at a time.
export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
