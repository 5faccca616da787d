// onnxruntime-node ships native libraries for six platforms (about 290 MB unpacked). An install needs one of them: this removes the
// other five from node_modules. Run after every install (`postinstall`), of this repository and of the package; does nothing
// when onnxruntime-node is absent, already pruned, or not to be written to.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

try {
  const packageJson = createRequire(import.meta.url).resolve('onnxruntime-node/package.json');
  const root = path.join(path.dirname(packageJson), 'bin');
  for (const abi of existsSync(root) ? readdirSync(root) : []) {
    // A platform that onnxruntime-node does not know keeps everything.
    if (keepOnly(path.join(root, abi), process.platform))
      keepOnly(path.join(root, abi, process.platform), process.arch);
  }
} catch (error) {
  console.error(`turnwire: the libraries of other platforms stay: ${error.message}`);
}

/** Removes all folders but one. @returns false, and removes nothing, if that one is not there. */
function keepOnly(folder, name) {
  const names = readdirSync(folder);
  if (!names.includes(name)) return false;
  for (const other of names.filter((found) => found !== name))
    rmSync(path.join(folder, other), { recursive: true });
  return true;
}
