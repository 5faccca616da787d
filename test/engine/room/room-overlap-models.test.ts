/** Two real voices at once: the second is credited, and no third is opened. Real readers, mixed by the test. */
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/create-engine.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import { parseSessionStart } from '../../../src/protocol/session-start.js';
import { development, hasDevelopmentAudio, samplesOf } from '../../helpers/recordings.js';

const SEC = 16_000;
const inference = createInlineInference();
afterAll(() => inference.close());

interface Placed {
  readonly id: string;
  readonly atSec: number;
}

const file = (id: string) => development(`librispeech-test-other/${id.split('-')[0]}/${id}.flac`);

async function mixed(parts: readonly Placed[]): Promise<Int16Array> {
  const sounds = await Promise.all(
    parts.map(async ({ id, atSec }) => ({ at: Math.round(atSec * SEC), samples: await samplesOf(file(id)) })),
  );
  const out = new Int16Array(Math.max(...sounds.map(({ at, samples }) => at + samples.length)) + SEC);
  for (const { at, samples } of sounds) {
    const scale = 1500 / Math.hypot(...samples.filter((_, i) => i % 40 === 0)) || 0;
    const gain = scale * Math.sqrt(samples.length / 40);
    samples.forEach(
      (value, i) => (out[at + i] = Math.max(-32_768, Math.min(32_767, out[at + i]! + value * gain))),
    );
  }
  return out;
}

async function listen(samples: Int16Array) {
  const session = parseSessionStart({ mode: 'working_session' }, 'room', { asrLanguages: ['en'] });
  const spans: { startSec: number; endSec: number; voice: number }[] = [];
  const engine = createEngine(session, 's', inference, { onVoice: (span) => void spans.push(span) });
  const events = [...(await engine.push(samples)), ...(await engine.end())];
  const voices = new Set(events.flatMap((e) => (e.type === 'asr.final' ? [e.speaker] : [])));
  return { spans, voices };
}

/** Seconds in which two voices speak at once. */
function doubled(spans: readonly { startSec: number; endSec: number; voice: number }[]): number {
  let sum = 0;
  spans.forEach((a, i) => {
    for (const b of spans.slice(i + 1)) {
      if (a.voice === b.voice) continue;
      sum += Math.max(0, Math.min(a.endSec, b.endSec) - Math.max(a.startSec, b.startSec));
    }
  });
  return sum;
}

describe.skipIf(!hasDevelopmentAudio)('two readers', () => {
  const [first, second] = [
    ['1688-142285-0000', '1688-142285-0003', '1688-142285-0005'],
    ['2033-164914-0001', '2033-164914-0003', '2033-164914-0004'],
  ] as const;

  it('who take turns are never credited both at once for long', async () => {
    const { spans, voices } = await listen(
      await mixed([
        { id: first[0], atSec: 0.5 },
        { id: second[0], atSec: 13 },
      ]),
    );
    expect(voices.size).toBeGreaterThanOrEqual(2);
    expect(doubled(spans)).toBeLessThan(0.8);
  });

  it('who talk over each other are both credited, and are no third voice', async () => {
    const lengths = await Promise.all(
      [first[0], second[0]].map(async (id) => (await samplesOf(file(id))).length / SEC),
    );
    const start = 0.5 + lengths[0]! + 0.5;
    const over = start + lengths[1]! + 0.5;
    const { spans, voices } = await listen(
      await mixed([
        { id: first[0], atSec: 0.5 },
        { id: second[0], atSec: start },
        { id: first[1], atSec: over },
        { id: second[1], atSec: over },
        { id: first[2], atSec: over + 9 },
        { id: second[2], atSec: over + 9.5 },
      ]),
    );
    const known = new Set(spans.flatMap(({ voice, startSec }) => (startSec < over ? [voice] : [])));
    expect(known.size).toBeGreaterThanOrEqual(2);
    expect(spans.filter(({ voice }) => !known.has(voice))).toEqual([]);
    expect(voices.size).toBeLessThanOrEqual(known.size);
    expect(doubled(spans.filter(({ startSec }) => startSec > over))).toBeGreaterThan(2);
  });
});
