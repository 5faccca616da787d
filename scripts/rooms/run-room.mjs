/** Runs one room through the engine and returns its events, the spans of its voices, and its cost. */
import { createEngine, parseSessionStart, SAMPLE_RATE_HZ } from '../../dist/index.js';
import { loadableAsrLanguages } from '../../dist/asr/decodable-languages.js';
import { LAST_WORD_SEC } from '../../dist/sinks/index.js';

/** @returns `{events, spans, audioSec, cpuSec}`; spans are the diarizer's, by voice number. */
export async function runRoom(samples, inference, { start = {}, choices = {} } = {}) {
  const session = parseSessionStart({ mode: 'working_session', idle_timeout_s: 0, ...start }, 'room', {
    asrLanguages: loadableAsrLanguages(),
  });
  const spans = [];
  const engine = createEngine(session, 'room', inference, {
    ...choices,
    onVoice: ({ startSec, endSec, voice }) => spans.push({ start: startSec, end: endSec, voice }),
  });
  const before = process.cpuUsage();
  const events = [...engine.start(), ...(await engine.push(samples)), ...(await engine.end())];
  const { user, system } = process.cpuUsage(before);
  return { events, spans, audioSec: samples.length / SAMPLE_RATE_HZ, cpuSec: (user + system) / 1e6 };
}

/** A voice speaks on through shorter pauses, in seconds, as in `run --format rttm`. */
const PAUSE_SEC = 0.8;

/** @returns spans as utterances. */
export function speechOfSpans(spans, session) {
  const speech = [];
  for (const { voice, start, end } of spans) {
    const speaker = `voice ${voice}`;
    const last = speech.at(-1);
    const before = speech.findLast((other) => other.speaker === speaker);
    const goesOn =
      before && start - before.end < PAUSE_SEC && (before === last || start - before.end < 0.001);
    if (goesOn) before.end = Math.max(before.end, end);
    else speech.push({ session, speaker, start, end, text: '' });
  }
  return speech;
}

/** @returns finals as utterances with text. */
export function finalsOf(events, session) {
  return events.flatMap((event) =>
    event.type === 'asr.final'
      ? [
          {
            session,
            speaker: event.speaker,
            start: event.t0,
            end: event.t1 + LAST_WORD_SEC,
            text: event.text,
            t: event.t,
          },
        ]
      : [],
  );
}

/** @returns a readable log: a line for each final, neighbouring finals of one voice joined. */
export function readable(events) {
  const lines = [];
  for (const event of events) {
    if (event.type === 'asr.final') {
      const last = lines.at(-1);
      if (last?.speaker === event.speaker && event.t0 - last.to < 2) {
        last.text += ` ${event.text}`;
        last.to = event.t1;
      } else lines.push({ at: event.t0, to: event.t1, speaker: event.speaker, text: event.text });
    } else if (/^language\.s|^warning/.test(event.type)) {
      const { type, code, speaker = '', language = '' } = event;
      lines.push({
        at: event.t,
        to: -9,
        speaker: `* ${type}`,
        text: [code, speaker, language].filter(Boolean).join(' '),
      });
    }
  }
  return lines.map(({ at, speaker, text }) => `${at.toFixed(1).padStart(6)}  ${speaker}: ${text}`).join('\n');
}
