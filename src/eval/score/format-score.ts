/** Formats a score as text for a terminal. Called by `turnwire score`. */
import type { WordErrors } from '../metrics/word-errors.js';
import type { FileScore } from './score-files.js';

export function formatScore(score: FileScore): string {
  const { conventions, der, languages, finalDelaySec } = score;
  const overlap = conventions.skipOverlap ? 'left out' : 'scored';
  const without = conventions.unscoredRegions;
  const region =
    (conventions.uem ? 'only the regions of the UEM' : 'whole recording') +
    (without === 0
      ? ''
      : ` without ${without} ${without === 1 ? 'region' : 'regions'} that the reference leaves out`);
  const written = conventions.normalize === 'english' ? "; words by Whisper's English normaliser" : '';
  return [
    `${score.sessions} ${score.sessions === 1 ? 'recording' : 'recordings'}; collar ${conventions.collarSec} s on each side, overlap ${overlap}, ${region}; tcpWER collar ${conventions.tcpCollarSec} s; JER pairs voices by ${conventions.jerPairing === 'lowest' ? 'the lowest error' : 'common time'}${written}`,
    ...missing(score),
    words('WER    ', score.wer),
    ...(score.cer === null ? [] : [words('CER    ', score.cer, 'characters')]),
    words('cpWER  ', score.cpwer),
    words('tcpWER ', score.tcpwer),
    `DER      ${percent(der.rate)}  (of ${sec(der.speech)}: missed ${sec(der.missed)}, false alarm ${sec(der.falseAlarm)}, confused ${sec(der.confusion)})`,
    `JER      ${percent(score.jer)}`,
    `voices   ${score.voices.hypothesis} found, ${score.voices.reference} in the reference`,
    ...(languages === null
      ? []
      : [
          `language right for ${languages.right} of ${languages.paired} paired voices (${languages.voices} in the reference)`,
        ]),
    ...(finalDelaySec === null
      ? []
      : [
          `finals   ${finalDelaySec.finals} sent a median of ${sec(finalDelaySec.median)} after their last word was first heard, p95 ${sec(finalDelaySec.p95)}`,
        ]),
    '',
  ].join('\n');
}

/** Names at most five recordings: a wrong file is missing all of them. */
function missing({ sessions, missingSessions }: FileScore): string[] {
  if (missingSessions.length === 0) return [];
  if (missingSessions.length === sessions)
    return ['the hypothesis is empty: the whole reference counts as missed'];
  const more = missingSessions.length - NAMED_SESSIONS;
  const named = missingSessions.slice(0, NAMED_SESSIONS).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return [`not in the hypothesis, so missed as a whole: ${named}`];
}

const NAMED_SESSIONS = 5;

function words(name: string, errors: (WordErrors & { rate: number | null }) | null, unit = 'words'): string {
  if (errors === null) return `${name}  needs words on both sides`;
  const { rate, errors: count, referenceWords, substitutions, deletions, insertions } = errors;
  return `${name}  ${percent(rate)}  (${count} of ${referenceWords} ${unit}: ${substitutions} substituted, ${deletions} missing, ${insertions} added)`;
}

const percent = (rate: number | null): string => (rate === null ? '-' : `${(rate * 100).toFixed(2)} %`);
const sec = (value: number): string => `${value.toFixed(2)} s`;
