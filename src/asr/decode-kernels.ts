/**
 * The kernels that decode one window of sound, and which of them decodes a language. Each kernel serves all languages: it
 * loads a language's model at its first window, and the English model when the kernel itself is loaded.
 */
import { defineKernel, type Kernel } from '../inference/kernel.js';
import type { Language } from '../protocol/languages.js';
import type { AsrDecodeInput, AsrDecodeOutput } from './decoding.js';
import { hasModelOfSize, modelFolder, type ModelSize } from './decodable-languages.js';
import { decodeWindow, loadModel } from './moonshine/decode-window.js';
import type { MoonshineModel } from './moonshine/moonshine-model.js';

/** The small model of each language: while speech goes on, and as a witness of which language is spoken. */
export const smallAsrDecode = decodeKernel('asr-decode', 'small');
/** The large model of the languages that have one: the pauses of a stream, the words of a room. */
export const largeAsrDecode = decodeKernel('asr-decode-large', 'large');

/** The kernel that decodes `language`. A language without a large model uses its small one for both sizes. */
export function decodeKernelFor(
  language: Language,
  size: ModelSize,
): Kernel<AsrDecodeInput, AsrDecodeOutput> {
  return size === 'large' && hasModelOfSize(language, 'large') ? largeAsrDecode : smallAsrDecode;
}

function decodeKernel(name: string, size: ModelSize): Kernel<AsrDecodeInput, AsrDecodeOutput> {
  return defineKernel({ name, lane: 'long', isRequired: true }, async (context) => {
    const models = new Map<string, Promise<MoonshineModel>>();
    await modelOf('en');
    return async (input) => decodeWindow(await modelOf(input.language ?? 'en'), input);

    function modelOf(language: string): Promise<MoonshineModel> {
      const folder = modelFolder(language, size);
      let model = models.get(folder);
      if (!model) models.set(folder, (model = loadModel(context, folder)));
      return model;
    }
  });
}
