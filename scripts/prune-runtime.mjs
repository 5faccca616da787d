// onnxruntime-node ships native libraries for six platforms (about 290 MB unpacked). An install needs
// one of them: this removes the other five from node_modules, so that an install stays under 400 MB.
// Run by `npm run prepare`; does nothing when onnxruntime-node is absent or already pruned.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const packageJson = createRequire(import.meta.url).resolve('onnxruntime-node/package.json');
const root = path.join(path.dirname(packageJson), 'bin');
for (const abi of existsSync(root) ? readdirSync(root) : []) {
  const platforms = readdirSync(path.join(root, abi));
  if (!platforms.includes(process.platform)) continue;
  for (const platform of platforms) {
    if (platform !== process.platform) rmSync(path.join(root, abi, platform), { recursive: true });
  }
  const arches = readdirSync(path.join(root, abi, process.platform));
  if (!arches.includes(process.arch)) continue;
  for (const arch of arches) {
    if (arch !== process.arch) rmSync(path.join(root, abi, process.platform, arch), { recursive: true });
  }
}
