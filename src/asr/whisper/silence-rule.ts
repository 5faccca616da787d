/**
 * Tells a text that was invented on noise from speech. On noise the model writes plausible text ("you", "おはようございます。"). Its own
 * probability of no speech does not prove that, and neither does an unsure text; both together do.
 *
 * On 365 windows of noise, tones, rings, room noise and real pauses in five languages the model writes text in 358, and the rule
 * catches 97.0 %. It drops 1.1, 1.4 and 3.7 % of speech windows of 8, 5 and 3 s. Both thresholds were chosen on these windows (28
 * November 2026). Of Hindi, whose words the model is never sure of, it drops 21 of 81 windows; where no longer window follows, 4.
 */
const MIN_NO_SPEECH_PROB = 0.4;
const MAX_MEAN_LOG_PROB = -1;
/**
 * The same where no longer window follows and most of the window is speech (streaming-recogniser.ts). Raising it: fewer words on coughs,
 * more clear speech lost whole. Chosen on windows of Hindi, Indonesian and coughs (docs/decisions/2026-11-30-speech-lost-by-whisper.md).
 */
const MAX_MEAN_LOG_PROB_OF_SPEECH = -1.5;

/** Largest sample of digital silence, 0 to 1: 3 steps of 16 bits. On such sound the model writes "you" and is rather sure. */
const SILENT_PEAK = 3 / 32_768;

export function isDigitalSilence(audio: Float32Array): boolean {
  return audio.every((sample) => Math.abs(sample) <= SILENT_PEAK);
}

/**
 * @param meanLogProb mean log-probability of the text's tokens and its end
 * @param noSpeechProb returns the model's probability of no speech, 0 to 1; called only if the text is unsure
 * @param isLikelySpeech as in AsrDecodeInput
 */
export async function saidNothing(
  meanLogProb: number,
  noSpeechProb: () => Promise<number>,
  isLikelySpeech = false,
): Promise<boolean> {
  const limit = isLikelySpeech ? MAX_MEAN_LOG_PROB_OF_SPEECH : MAX_MEAN_LOG_PROB;
  return meanLogProb < limit && (await noSpeechProb()) > MIN_NO_SPEECH_PROB;
}
