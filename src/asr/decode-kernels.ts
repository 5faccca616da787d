/**
 * The one recogniser seam: kernels that decode a window of sound in any of the 14 languages. Each kernel loads a language's model at
 * its first window (Moonshine or Whisper, as speech-models.ts says); the English ones load their model with themselves.
 * `loadRecognisers` loads models ahead, so that a damaged file refuses a session instead of ending it.
 */
import { defineKernel, type Inference, type Kernel, type KernelContext } from '../inference/kernel.js';
import { UnloadableLanguages } from '../protocol/errors.js';
import type { Language } from '../protocol/languages.js';
import { loadableAsrLanguages, recogniserOf, type ModelSize } from './decodable-languages.js';
import { MIN_WINDOW_SAMPLES, type AsrDecodeInput, type AsrDecodeOutput } from './decoding.js';
import { loadMoonshine } from './moonshine/decode-window.js';
import type { SpeechModel } from './speech-models.js';
import { loadWhisperRecogniser } from './whisper/whisper-decode.js';

type DecodeWindow = (input: AsrDecodeInput) => Promise<AsrDecodeOutput>;

/** English, small model: as evidence of which language is spoken, and for barge-in. */
export const smallAsrDecode = decodeKernel('asr-decode', 'small', 'en');
/** English, large model: the words of a stream's pauses and of rooms. */
export const largeAsrDecode = decodeKernel('asr-decode-large', 'large', 'en');
/** The other 13 languages: a session without English loads no English model. */
export const otherAsrDecode = decodeKernel('asr-decode-others', 'small');

/** The kernel that decodes the language, with the large model if there is one. */
export function decodeKernelFor(
  language: Language,
  size: ModelSize,
): Kernel<AsrDecodeInput, AsrDecodeOutput> {
  if (language !== 'en') return otherAsrDecode;
  return size === 'large' ? largeAsrDecode : smallAsrDecode;
}

/**
 * Loads the models that a session in these languages needs, in one thread each; other threads load them when they are first asked.
 * Languages that share a model load it once. English is loaded with its own kernels when they are first asked; languages without installed models are left out.
 * @throws UnloadableLanguages kind `model` if a file is damaged; it names the languages of that model among those asked for
 */
export async function loadRecognisers(languages: readonly Language[], inference: Inference): Promise<void> {
  const loadable = loadableAsrLanguages().filter((one) => one !== 'en' && languages.includes(one));
  const folderOf = (language: Language): string => recogniserOf(language).folder;
  const folders = [...new Set(loadable.map(folderOf))];
  const audio = new Float32Array(MIN_WINDOW_SAMPLES);
  await Promise.all(
    folders.map(async (folder) => {
      const sharing = loadable.filter((language) => folderOf(language) === folder);
      try {
        await inference.call(decodeKernelFor(sharing[0]!, 'large'), { audio, language: sharing[0]! });
      } catch (error) {
        throw new UnloadableLanguages(sharing, error);
      }
    }),
  );
}

/** @param first language whose model is loaded with the kernel, in every thread of a server before its first session */
function decodeKernel(
  name: string,
  size: ModelSize,
  first?: Language,
): Kernel<AsrDecodeInput, AsrDecodeOutput> {
  return defineKernel({ name, lane: 'long', isRequired: first !== undefined }, async (context) => {
    const recognisers = new Map<Language, Promise<DecodeWindow>>();
    if (first) await recogniserFor(first);
    return async (input) => (await recogniserFor(input.language ?? 'en'))(input);

    function recogniserFor(language: Language): Promise<DecodeWindow> {
      const loaded = recognisers.get(language);
      if (loaded) return loaded;
      const recogniser = loadRecogniser(context, recogniserOf(language), size);
      recognisers.set(language, recogniser);
      // A file that is repaired later is tried again.
      recogniser.catch(() => recognisers.delete(language));
      return recogniser;
    }
  });
}

function loadRecogniser(context: KernelContext, model: SpeechModel, size: ModelSize): Promise<DecodeWindow> {
  switch (model.family) {
    case 'moonshine':
      return loadMoonshine(context, size === 'large' ? (model.largeFolder ?? model.folder) : model.folder);
    case 'whisper':
      return loadWhisperRecogniser(context, model.folder);
  }
}
