import { defineConfig } from 'vitest/config';

// Real models load once per worker process; two cores run two files at a time.
export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    reporters: process.env.CI ? ['default', './test/helpers/closing-line.ts'] : ['default'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 180_000, // a processor without int8 dot products takes twice the time
    hookTimeout: 60_000,
  },
});
