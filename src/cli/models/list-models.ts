/** Makes the table of `turnwire models list`. */
import path from 'node:path';
import { CATALOGUE, locateModel, userModelsFolder, type ModelFile } from '../../inference/catalogue.js';
import { recogniserOf } from '../../asr/decodable-languages.js';
import { filesOf, PULLED_MODELS, SPEECH_MODELS, type SpeechModel } from '../../asr/speech-models.js';

/** Purpose of a model, by its id or the first word of that. */
const USES: Readonly<Record<string, string>> = {
  silero: 'speech or not',
  moonshine: 'speech to text',
  whisper: 'speech to text and spoken language, 14 languages',
  lid: 'which language',
  language: 'which language; its frames also tell the end of turn',
  voice: 'which voice',
  'voice-segmentation': 'whether anybody speaks, or two people at once',
  'voice-separator': 'the sound of each of two voices that speak at once',
  eot: 'end of turn',
  bargein: 'barge-in',
  smart: 'end of turn, with --scorer smart-turn',
};

/** What each state of a language means, and what a person can do about it. */
const STATES = {
  installed: 'rooms transcribe the language with it, and streams read its words',
  missing: 'its files belong to turnwire and are missing: install turnwire again',
  'on request':
    'used instead once it is there: `turnwire models pull <language>` names its licence, and fetches it when you accept that',
} as const;
type State = keyof typeof STATES;

export function listModels(json: boolean): string {
  const files = CATALOGUE.map((entry) => ({
    id: entry.id,
    use: useOf(entry),
    version: entry.version,
    licence: entry.licence,
    sha256: entry.sha256 ?? null,
    path: locateModel(entry) ?? null,
  }));
  const speech = [...SPEECH_MODELS.map(usedFor), ...PULLED_MODELS].map((model) => ({
    language: model.language,
    name: model.name,
    licence: model.licence,
    url: model.url,
    state: stateOf(model),
  }));
  if (json) return `${JSON.stringify({ files, speech }, null, 2)}\n`;
  return [
    'Model files',
    ...columns(
      CATALOGUE.map((entry, i) => [entry.id, useOf(entry), entry.licence, placeOf(entry, files[i]!.path)]),
    ),
    '',
    'Speech to text, by language',
    ...columns(speech.map((s) => [s.language, s.state, s.name, s.licence, s.url])),
    '',
    ...columns(Object.entries(STATES).filter(([state]) => speech.some((s) => s.state === state))),
    '',
    `A larger Whisper decodes every language but English once its files are in ${path.join(userModelsFolder(), 'whisper-small')} or whisper-large-v3-turbo.`,
    '',
  ].join('\n');
}

/** The shipped model of a language, or the larger one that a person has put into the model folder. */
function usedFor(shipped: SpeechModel): SpeechModel {
  const used = recogniserOf(shipped.language);
  // A pulled model has a row of its own.
  return used.pull ? shipped : used;
}

const useOf = ({ id }: ModelFile): string => USES[id] ?? USES[id.split('-')[0]!] ?? '';

function placeOf({ optIn }: ModelFile, where: string | null): string {
  return where ?? (optIn ? 'not installed (optional)' : 'missing: install turnwire again');
}

function stateOf(model: SpeechModel): State {
  const files = filesOf(model);
  if (files.every((entry) => locateModel(entry) !== undefined)) return 'installed';
  return model.pull ? 'on request' : 'missing';
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')}`.trimEnd());
}
