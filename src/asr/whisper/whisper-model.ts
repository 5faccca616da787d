/** One loaded Whisper: the network of a model folder, its list of tokens, and what may be written in each language. */
import type { KernelContext } from '../../inference/kernel.js';
import type { Language } from '../../protocol/languages.js';
import { CompactNetwork } from './compact-network.js';
import { writingMask } from './script-mask.js';
import { END } from './special-tokens.js';
import { StandardNetwork } from './standard-network.js';
import type { Punctuation } from '../decoding.js';
import { TokenTable } from './token-table.js';
import type { WhisperNetwork } from './whisper-network.js';

/** All multilingual Whispers share the list of text tokens. */
const TOKENS = 'whisper-base/tokens';

export interface Whisper {
  readonly network: WhisperNetwork;
  readonly table: TokenTable;
  /** Tokens watched at every step: the end, then every punctuation token. */
  readonly watch: readonly number[];
  /** Kinds of the watched tokens after the first. */
  readonly punctuation: readonly Punctuation[];
  /** `[vocabulary]` zeros. */
  readonly noBias: Float32Array;
  /** `[vocabulary]`: bars what is not written in the language. */
  maskOf(language: Language): Float32Array;
}

/** @throws TurnwireError kind `model` if a file is missing, damaged or no multilingual Whisper */
export async function loadWhisper(context: KernelContext, folder: string): Promise<Whisper> {
  const table = TokenTable.parse(new TextDecoder().decode(await context.modelBytes(TOKENS)));
  const network = await loadNetwork(context, folder);
  const punctuation = table.punctuation();
  const masks = new Map<Language, Float32Array>();
  return {
    network,
    table,
    watch: [END, ...punctuation.map(({ id }) => id)],
    punctuation: punctuation.map(({ kind }) => kind),
    noBias: new Float32Array(network.tokens.count),
    maskOf(language) {
      let mask = masks.get(language);
      if (!mask) masks.set(language, (mask = writingMask(table, language, network.tokens.count)));
      return mask;
    },
  };
}

/** A folder holds our own graphs, or the standard export: an encoder and a merged decoder. */
function loadNetwork(context: KernelContext, folder: string): Promise<WhisperNetwork> {
  return folder === 'whisper-base'
    ? CompactNetwork.load(context, folder)
    : StandardNetwork.load(context, folder);
}
