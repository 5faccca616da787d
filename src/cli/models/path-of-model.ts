/** The work behind `turnwire models path`. */
import { CATALOGUE, locateModel, userModelsFolder } from '../../inference/catalogue.js';
import { TurnwireError } from '../../protocol/errors.js';

export function pathOfModel(id: string | undefined): string {
  if (id === undefined) return userModelsFolder();
  const entry = CATALOGUE.find((candidate) => candidate.id === id);
  if (!entry) {
    const ids = CATALOGUE.map((candidate) => candidate.id).join(', ');
    throw new TurnwireError('usage', 'unknown_model', `no model '${id}'; there are: ${ids}`);
  }
  const file = locateModel(entry);
  if (!file) throw new TurnwireError('model', 'model_missing', `model '${id}' is not installed`);
  return file;
}
