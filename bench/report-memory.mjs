/** Preloaded by bench/stream.mjs into a run of the command: prints its peak resident memory at the end. */
process.on('exit', () => process.stderr.write(`\npeak-memory-kb ${process.resourceUsage().maxRSS}\n`));
