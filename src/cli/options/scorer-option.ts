/** Checks `--scorer` before a command makes a log, a run folder or a server. */
import { scorersNamed } from '../../engine/session/scorers.js';
import { modelFile, requireModel } from '../../inference/catalogue.js';

/** @throws TurnwireError kind `usage` for an unknown name, `model` if the scorer's model is not installed. */
export function checkScorer(name: string | undefined): void {
  if (name === undefined) return;
  const { optInModel } = scorersNamed(name);
  if (optInModel !== undefined) requireModel(modelFile(optInModel));
}
