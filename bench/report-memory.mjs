/** Preloaded by bench/stream.mjs into a run of the command: says its peak resident memory when it ends. */
process.on('exit', () => process.stderr.write(`\npeak-memory-kb ${process.resourceUsage().maxRSS}\n`));
