/**
 * Writes a copy of the installed onnxruntime that behaves as on an older processor: with AVX2, without AVX-512 and without int8 dot
 * products. In the copy the checks for these always say no. A program that runs with the copy preloaded takes the code paths of such
 * a processor: the same speed apart from the clock, the same floats, the same saturating products.
 *   node bench/older-processor.mjs folder     then     LD_PRELOAD=folder/libonnxruntime.so.1 node bench/stream.mjs
 * Linux on x64 only. The checks are found by their bytes; another build of the runtime is refused.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const LIBRARY = 'libonnxruntime.so.1';
const NOP = '90';

/** Each check in onnxruntime-node 1.30.0: the code before its jump, the jump, and the code that replaces the jump. */
const CHECKS = [
  { of: 'AVX-VNNI', before: '0fa2 a810', jump: '7438', instead: 'eb38' },
  {
    of: 'AVX-512',
    before: '41f7c200000100 740e 4c89c0 48f7d0 a8e0',
    jump: '0f849e000000',
    instead: NOP.repeat(6),
  },
  {
    of: 'the registers of AVX-512',
    before: '31f6 31c9 4181fee6000000',
    jump: '746f',
    instead: NOP.repeat(2),
  },
];

const folder = process.argv[2];
if (!folder) stop('Usage: node bench/older-processor.mjs folder');
if (process.platform !== 'linux' || process.arch !== 'x64')
  stop('Only the runtime for Linux on x64 can be changed.');

const installed = path.dirname(createRequire(import.meta.url).resolve('onnxruntime-node/package.json'));
const library = readFileSync(path.join(installed, `bin/napi-v6/linux/x64/${LIBRARY}`));
for (const { of, before, jump, instead } of CHECKS) {
  const code = bytes(before + jump);
  const at = library.indexOf(code);
  if (at < 0 || library.includes(code, at + 1))
    stop(`The check for ${of} was not found: this is another build.`);
  bytes(before + instead).copy(library, at);
}
mkdirSync(folder, { recursive: true });
const written = path.resolve(folder, LIBRARY);
writeFileSync(written, library);
process.stdout.write(`${written}\n`);

function bytes(hex) {
  return Buffer.from(hex.replaceAll(' ', ''), 'hex');
}

function stop(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
