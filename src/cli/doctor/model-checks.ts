/** Checks of `turnwire doctor` on the model files: each is installed and has the catalogued sha256. */
import { CATALOGUE, locateModel, readModel } from '../../inference/catalogue.js';
import { messageOf } from '../../protocol/errors.js';
import type { Check } from './check.js';

export async function* checkModels(): AsyncGenerator<Check> {
  for (const entry of CATALOGUE) {
    const name = `model ${entry.id}`;
    if (entry.optIn && locateModel(entry) === undefined) {
      yield {
        name,
        status: 'ok',
        detail: `${entry.version}: not installed (optional)`,
        data: { id: entry.id },
      };
      continue;
    }
    const data = { id: entry.id, sha256: entry.sha256, licence: entry.licence, path: locateModel(entry) };
    try {
      const bytes = await readModel(entry.id);
      const { length } = bytes;
      const size = length < 1e5 ? `${Math.ceil(length / 1e3)} kB` : `${(length / 1e6).toFixed(1)} MB`;
      yield { name, status: 'ok', detail: `${entry.version}, ${size}, ${entry.licence}`, data };
    } catch (error) {
      yield { name, status: 'fail', detail: messageOf(error), data };
    }
  }
}
