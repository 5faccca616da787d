/** `turnwire score`: scores a transcript or a diarization against a reference. */
import { InvalidArgumentError, Option, type Command } from 'commander';

interface ScoreFlags {
  collar: number;
  tcpCollar: number;
  skipOverlap?: boolean;
  jerPairing: 'lowest' | 'time';
  languages?: string;
  normalize?: 'english';
  uem?: string;
  json?: boolean;
}

export function register(program: Command): void {
  program
    .command('score')
    .description(
      'Score a transcript or diarization against a reference: WER, cpWER, tcpWER, DER, JER, languages, delays.',
    )
    .argument('<hyp>', 'RTTM, STM, CTM, SegLST (.json), TextGrid or AMI words; or an event log (.jsonl)')
    .argument('<ref>', 'the reference, in any of these formats')
    .option('--collar <s>', 'DER: leave this out on each side of a reference boundary', parseFiniteSeconds, 0)
    .option('--skip-overlap', 'DER: score only where at most one reference voice speaks')
    .option('--tcp-collar <s>', 'tcpWER: widening of word times', parseSeconds, 5)
    .option('--uem <file>', 'DER, JER: score only these regions')
    .addOption(
      new Option(
        '--jer-pairing <how>',
        'JER: pair voices by the lowest error (DIHARD) or by common time (pyannote)',
      )
        .choices(['lowest', 'time'])
        .default('lowest'),
    )
    .addOption(
      new Option(
        '--normalize <name>',
        "words as error rates are usually compared: Whisper's English normaliser, on both sides",
      ).choices(['english']),
    )
    .option(
      '--languages <file>',
      'JSON of the reference voices and their languages, e.g. {"anna":"en"}; needs an event log',
    )
    .option('--json', 'one JSON object')
    .addHelpText(
      'after',
      `
Words are compared in lower case and without punctuation. All apostrophes are one; invisible characters (soft hyphens,
joiners), Arabic vowel marks, tatweel and Hebrew points do not count; i with and without a dot are one letter, so are alef with and
without hamza, and Hindi chandrabindu, anusvara and a nasal before a consonant of its class; ß is ss, œ is oe; Arabic, Persian and
Hindi digits are as 0 to 9; 1,000, 1.000 and 1'000 are 1000. Markup
is no word, on either side: what stands in <> or [], such as <unk>, <UNSURE> or [laughter]; words between <UNSURE> and </UNSURE> count.
Words in () or {} count: write (laughter) as [laughter]. Digits and number words differ: 36 is not "thirty six", so
write both sides alike, or give --normalize english. That writes both sides as Whisper's English normaliser does: number words
as figures, contractions written out ("it's" as "it is"), American spelling, no "uh", "um" and the like, nothing in brackets
of any kind. In Chinese and Japanese each character counts as a word, and CER is printed too.

Where the reference says IGNORE_TIME_SEGMENT_IN_SCORING (STM) or NOSCORE (RTTM), nothing counts: no word whose middle lies there, and
no speech.

Examples:
  turnwire score hypothesis.stm reference.stm
  turnwire score hypothesis.stm reference.stm --normalize english
  turnwire score session.jsonl reference.rttm --collar 0.25 --json
  turnwire score session.jsonl reference.stm --languages voices.json`,
    )
    .action(run);
}

async function run(hypothesis: string, reference: string, flags: ScoreFlags): Promise<void> {
  const [{ scoreFiles }, { formatScore }, { figuresJson }] = await Promise.all([
    import('../eval/score/score-files.js'),
    import('../eval/score/format-score.js'),
    import('../eval/tables/figures-json.js'),
  ]);
  const score = await scoreFiles(hypothesis, reference, {
    collarSec: flags.collar,
    tcpCollarSec: flags.tcpCollar,
    skipOverlap: flags.skipOverlap ?? false,
    jerPairing: flags.jerPairing,
    uemFile: flags.uem,
    languagesFile: flags.languages,
    normalize: flags.normalize ?? null,
  });
  process.stdout.write(flags.json ? figuresJson(score) : formatScore(score));
}

function parseSeconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0)) throw new InvalidArgumentError('give seconds, 0 or more.');
  return value;
}

/** An endless collar would leave nothing to score. */
function parseFiniteSeconds(text: string): number {
  const value = parseSeconds(text);
  if (value === Infinity) throw new InvalidArgumentError('give seconds, 0 or more.');
  return value;
}
