/** Every kernel that an engine may call. Each declares its own lane and whether sessions need it. */
import { largeAsrDecode, otherAsrDecode, smallAsrDecode } from '../../asr/decode-kernels.js';
import { claimWord } from '../../bargein/claim-word.js';
import { bargeinClaim } from '../../bargein/learned-classifier.js';
import { learnedEot } from '../../eot/learned-kernel.js';
import { languageEot } from '../../eot/language-kernel.js';
import { encodedTurn } from '../../eot/encoded-turn.js';
import { fusionTable } from '../../eot/learned-scorer.js';
import { smartTurn } from '../../eot/smart-turn-scorer.js';
import { whisperLanguages } from '../../asr/whisper/whisper-decode.js';
import { turnEnding } from '../../eot/turn-ending.js';
import { turnSound } from '../../eot/turn-sound.js';
import type { Kernel } from '../../inference/kernel.js';
import { sileroVad } from '../../vad/silero.js';
import { encoderLanguage } from '../../lid/encoder-language.js';
import { learnedLanguage } from '../../lid/learned-language.js';
import { learnedVoice } from '../../voices/embedder/learned-voice.js';
import { segmentationNetwork } from '../../voices/segmentation-network.js';
import { separatorNetwork } from '../../voices/separator-network.js';

export const ENGINE_KERNELS: readonly Kernel<never, unknown>[] = [
  sileroVad,
  smallAsrDecode,
  largeAsrDecode,
  otherAsrDecode,
  whisperLanguages,
  bargeinClaim,
  claimWord,
  fusionTable,
  learnedEot,
  languageEot,
  encodedTurn,
  smartTurn,
  turnEnding,
  turnSound,
  learnedVoice,
  segmentationNetwork,
  separatorNetwork,
  learnedLanguage,
  encoderLanguage,
];
