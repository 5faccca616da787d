/** `--scorer` of the commands that run engines here, checked before a log, a run folder or a server begins. */
import { scorersNamed } from '../../engine/session/scorers.js';
import { modelFile, requireModel } from '../../inference/catalogue.js';

/** @throws TurnwireError kind `usage` for a name that is unknown, `model` where its model is not installed. */
export function checkScorer(name: string | undefined): void {
  if (name === undefined) return;
  const { optInModel } = scorersNamed(name);
  if (optInModel !== undefined) requireModel(modelFile(optInModel));
}
