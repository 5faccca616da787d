/** The table of `turnwire models list`. */
import { CATALOGUE, locateModel } from '../../inference/catalogue.js';
import { filesOf, SPEECH_MODELS, type SpeechModel } from '../../inference/speech-models.js';

export function listModels(json: boolean): string {
  const files = CATALOGUE.map((entry) => ({
    id: entry.id,
    version: entry.version,
    licence: entry.licence,
    sha256: entry.sha256 ?? null,
    path: locateModel(entry) ?? null,
  }));
  const speech = SPEECH_MODELS.map((model) => ({
    language: model.language,
    name: model.name,
    licence: model.licence,
    url: model.url,
    state: stateOf(model),
  }));
  if (json) return `${JSON.stringify({ files, speech }, null, 2)}\n`;
  return [
    'Model files',
    ...columns(files.map((f) => [f.id, f.licence, f.path ?? 'not installed'])),
    '',
    'Speech to text',
    ...columns(speech.map((s) => [s.language, s.name, s.licence, s.state, s.url])),
    '',
  ].join('\n');
}

function stateOf(model: SpeechModel): string {
  const files = filesOf(model);
  if (files.length === 0) return 'named only';
  if (files.every((entry) => locateModel(entry) !== undefined)) return 'installed';
  if (model.pull) return 'on request';
  return files.every((entry) => entry.optIn) ? 'by hand' : 'missing';
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')}`.trimEnd());
}
