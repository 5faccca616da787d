/** Every model file the product can load, with its sha256 and licence. catalogue.ts finds and checks the files. */

export interface ModelFile {
  readonly id: string;
  /** Path of the file relative to each folder that is searched: TURNWIRE_MODELS, models/ and models/vendor/. */
  readonly file: string;
  /** Undefined for files that we never had and whose publisher gives no sum: they are loaded unchecked. */
  readonly sha256: string | undefined;
  readonly licence: string;
  /** Version for people, reported in `session.started.models`. */
  readonly version: string;
  /** npm package and path inside it, for files that come from the registry. */
  readonly npm?: { readonly package: string; readonly path: string };
  /** True if the file is not part of an install: a person fetches it with `turnwire models pull` or puts it there by hand. */
  readonly optIn?: true;
}

/** English models, from the last version of the package under its old name: later versions carry no base model. */
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

/** Our own models, in this package. The card of each is the README.md beside it. */
const own = (id: string, file: string, sha256: string, version: string): ModelFile => ({
  id,
  file: `${id}/${file}`,
  sha256,
  licence: 'MIT',
  version,
});

const moonshineEs = (name: 'encoder_model' | 'decoder_model_merged', sha256: string): ModelFile => ({
  id: `moonshine-base-es/${name}`,
  file: `moonshine-base-es/${name}.onnx`,
  sha256,
  licence: 'Moonshine AI Community License',
  version: 'moonshine-base-es-int8 (moonshine-js 0.1.28)',
  optIn: true,
});

/** Larger Whisper models in the standard export. A person puts the files into the model folder. */
const whisperByHand = (folder: 'whisper-small' | 'whisper-large-v3-turbo'): ModelFile[] =>
  (['encoder_model', 'decoder_model_merged'] as const).map((name) => ({
    id: `${folder}/${name}`,
    file: `${folder}/${name}.onnx`,
    sha256: undefined,
    licence: 'MIT',
    version: `${folder} (standard export)`,
    optIn: true,
  }));

/** OpenAI's Whisper base as graphs of our own, in this package. The card is the README.md beside them. */
const whisperBase = (
  name: 'encoder' | 'memory' | 'decoder' | 'tokens',
  file: string,
  sha256: string,
): ModelFile => ({
  id: `whisper-base/${name}`,
  file: `whisper-base/${file}`,
  sha256,
  licence: 'MIT',
  version: 'whisper-base-1 (OpenAI, 8 bits)',
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
  whisperBase('encoder', 'encoder.onnx', 'a6a11dc4a97bb4420e769da181dfc244f3d59f0b18b281db0f709582d333fe0b'),
  whisperBase('memory', 'memory.onnx', 'faa14e85d67a56a14edbb1f2bbafe92c04d4a3389c62a4bb5d8c72d7f5de1fb3'),
  whisperBase('decoder', 'decoder.onnx', '196bd9d5a7b30910889477b84ba6616c93463114216e0374e867db95d84c9d2e'),
  whisperBase('tokens', 'tokens.txt', 'c3e28c60daa5956c08e02a08e82dc6ef4c8882805db4940d59343638234b6c6e'),
  ...(['whisper-small', 'whisper-large-v3-turbo'] as const).flatMap(whisperByHand),
  own(
    'lid-head',
    'model.onnx',
    'e3829d218f490ea754836bc03cd36d55bec7184d5e3be4613246e150a225f468',
    'lid-head-3',
  ),
  own(
    'language-encoder',
    'model.onnx',
    '6f1c6c2e898bd9affe3f86df742e1504b4f4b624141587b4d4138c0b913577af',
    'language-encoder-3',
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
    'voice-segmentation',
    'model.onnx',
    '19c7f599e2d3004f77f7f3cd4c235c8da9324482cffe7e5091568939fbbc33d0',
    'voice-segmentation-1',
  ),
  own(
    'voice-separator',
    'model.onnx',
    '8e526585ce04c96c6666a58eb97b7ef03b809799cbd1450dfee0cc52d8efce07',
    'voice-separator-1',
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
    'eot-text-languages',
    'eot-text-languages.onnx',
    'bdf6e7b260982be86549ba589e19dab7514c07f3949079ecfee7033a7390ef50',
    'eot-text-languages-1',
  ),
  own(
    'eot-fusion-languages',
    'fusion.json',
    '84661f65c4b29a685719825c9252a0df30a3908604b9fabd2b0071ba2daaee40',
    'eot-languages-1',
  ),
  own(
    'bargein-claim',
    'bargein-claim.onnx',
    'b0d9937493b9c1a7e806b853a399da9580687ef5fed38a543ca40de1fc1fa612',
    'bargein-claim-2',
  ),
  own(
    'bargein-word',
    'bargein-word.onnx',
    '0b65009d49ef53208965f80c72d61bbfc05687252a729f57e24bcdfd0a249c69',
    'bargein-word-1',
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
