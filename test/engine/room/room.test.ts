/** The room engine on coded sound: every word once, to the right voice, in order, whatever the conversation. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WireEvent } from '../../../src/protocol/events.js';
import type { LanguageIdentifier } from '../../../src/lid/identifier.js';
import { find } from '../../helpers/events.js';
import { violationsOf } from '../../helpers/log-invariants.js';
import { runEngine, types } from '../../helpers/scripted.js';
import { conversation, scriptedRoom, type Said } from '../../helpers/scripted-room.js';

/** Words of the finals in the order they were spoken, with the voice they went to. */
const spoken = (events: readonly WireEvent[]) =>
  find(events, 'asr.final')
    .slice()
    .sort((a, b) => a.t0 - b.t0)
    .flatMap(({ text, speaker }) => text.split(' ').map((word) => ({ word, speaker })));

/** Two people in turn, long enough to be told apart. */
const DIALOGUE: Said[] = [
  { voice: 3, words: 8, pauseSec: 1 },
  { voice: 5, words: 8, pauseSec: 1 },
  { voice: 3, words: 6, pauseSec: 1 },
];

describe('a dialogue', () => {
  it('gives each voice its own words, numbered by first appearance', async () => {
    const { samples, words } = conversation(DIALOGUE);
    const found = spoken(await runEngine(scriptedRoom(), samples));
    expect(found.map(({ word }) => word)).toEqual(words.map(({ text }) => text));
    expect(found.map(({ speaker }) => speaker)).toEqual(
      words.map(({ voice }) => (voice === 3 ? 'spk_1' : 'spk_2')),
    );
  });

  it('has a partial for every word before it is final, in the voice it ends up in', async () => {
    const { samples } = conversation(DIALOGUE);
    const events = await runEngine(scriptedRoom(), samples);
    const first = find(events, 'asr.partial')[0]!;
    const final = find(events, 'asr.final')[0]!;
    expect(first.t).toBeLessThanOrEqual(final.t);
    expect(first.speaker).toBe('spk_1');
  });

  it('says when words were heard', async () => {
    const { samples, words } = conversation(DIALOGUE);
    const finals = find(await runEngine(scriptedRoom(), samples), 'asr.final');
    expect(finals[0]!.t0).toBeCloseTo(words[0]!.startSec, 1);
    // t1: when the last of its words was first heard (service-v2, 6.3), not when it ended.
    let said = 0;
    for (const { text, t1 } of finals) {
      said += text.split(' ').length;
      expect(t1).toBeCloseTo(words[said - 1]!.startSec, 1);
    }
  });

  it('ends room turns, and counts them', async () => {
    const { samples } = conversation(DIALOGUE);
    const events = await runEngine(scriptedRoom(), samples);
    const ends = find(events, 'turn.end');
    expect(ends.map((event) => event.speaker)).toEqual(['room', 'room', 'room']);
    expect(find(events, 'session.summary')[0]!.turns).toBe(3);
  });

  it('sums up the languages of each voice before the session', async () => {
    const { samples } = conversation(DIALOGUE);
    const events = await runEngine(scriptedRoom(), samples);
    expect(types(events).slice(-2)).toEqual(['language.summary', 'session.summary']);
    const { speakers } = find(events, 'language.summary')[0]!;
    expect(Object.keys(speakers)).toEqual(['spk_1', 'spk_2']);
    expect(speakers.spk_1!.en).toBeGreaterThan(2.5);
  });
});

describe('the languages of a voice', () => {
  const summaryOf = async (answers: readonly object[], words: number) => {
    let asked = 0;
    const identifier = { identify: async () => answers[asked++] ?? answers.at(-1)! };
    const { samples } = conversation([{ voice: 0, words, pauseSec: 1 }]);
    const events = await runEngine(scriptedRoom({}, { identifier }), samples);
    const languages = find(events, 'asr.language').map(({ language }) => language);
    return { languages, seconds: find(events, 'language.summary')[0]!.speakers.spk_1! };
  };

  it('are counted as they were identified, never as what was decoded', async () => {
    const { languages, seconds } = await summaryOf([{ fr: 0.9 }], 9);
    expect(languages).toEqual(['fr']);
    expect(Object.keys(seconds)).toEqual(['fr']);
    expect(seconds.fr).toBeLessThanOrEqual(9 * 0.3);
  });

  it('count no second whose language nobody identified', async () => {
    expect(await summaryOf([{ en: 0.3, ar: 0.3 }], 30)).toEqual({ languages: [], seconds: {} });
  });

  it('are reported of the last 3 s alone, however long another was spoken before', async () => {
    const { languages } = await summaryOf([{ en: 0.95 }, { en: 0.95 }, { es: 0.75 }, { es: 0.75 }], 24);
    expect(languages[0]).toBe('en');
    expect(languages).toContain('es');
  });
});

describe('finalize', () => {
  it('sends every pending word, then asr.flushed', async () => {
    const { samples, words } = conversation([{ voice: 0, words: 6, pauseSec: 0 }]);
    const engine = scriptedRoom();
    engine.start();
    const before = await engine.push(samples);
    const after = await engine.control({ type: 'finalize' });
    expect(types(after).at(-1)).toBe('asr.flushed');
    expect(types(after)).toContain('asr.final');
    expect(spoken([...before, ...after]).map(({ word }) => word)).toEqual(words.map(({ text }) => text));
    expect(find(await engine.end(), 'asr.final')).toHaveLength(0);
  });

  it('answers with asr.flushed alone when nothing is pending', async () => {
    const engine = scriptedRoom();
    engine.start();
    await engine.push(new Int16Array(16_000));
    expect(types(await engine.control({ type: 'finalize' }))).toEqual(['asr.flushed']);
  });
});

describe('languages', () => {
  const spanish: LanguageIdentifier = { identify: async () => ({ es: 0.97 }) };
  const { samples } = conversation([{ voice: 0, words: 40, pauseSec: 1 }]);
  const said = async (language: object, asrLanguages: readonly ('en' | 'es')[]) => {
    const room = scriptedRoom({ language }, { identifier: spanish, asrLanguages });
    return (await runEngine(room, samples)).filter((event) => /^(language|warning)/.test(event.type));
  };

  it('warns once where one language is pinned', async () => {
    const events = await said({ pin: 'en' }, ['en', 'es']);
    expect(events.map((event) => event.type)).toEqual(['warning', 'language.summary']);
    expect(events[0]).toMatchObject({ code: 'language_mismatch', speaker: 'spk_1', language: 'es' });
  });

  it('switches where the language is allowed', async () => {
    const events = await said({ allowed: ['en', 'es'] }, ['en', 'es']);
    expect(events.map((event) => event.type)).toEqual(['language.switched', 'language.summary']);
    expect(events[0]).toMatchObject({ speaker: 'spk_1', language: 'es' });
  });

  it('recommends a switch that it cannot make', async () => {
    const events = await said({ allowed: ['en'] }, ['en']);
    expect(events.map((event) => event.type)).toEqual(['language.switch_recommended', 'language.summary']);
  });

  it('decodes in the new language after a switch, and loses no word', async () => {
    const room = scriptedRoom(
      { language: { allowed: ['en', 'es'] } },
      { identifier: spanish, asrLanguages: ['en', 'es'] },
    );
    const events = await runEngine(room, samples);
    const finals = find(events, 'asr.final');
    // Nothing of a new voice goes out before it was heard, so its first words are not English either.
    expect(new Set(finals.map(({ language }) => language))).toEqual(new Set(['es']));
    expect(spoken(events)).toHaveLength(40);
  });
});

describe('hysteresis of languages', () => {
  const { samples } = conversation([{ voice: 0, words: 60, pauseSec: 1 }]);
  const events = async (answers: readonly { en?: number; es?: number }[]) => {
    let asked = 0;
    const identifier: LanguageIdentifier = {
      identify: async () => answers[asked++] ?? answers.at(-1)!,
    };
    const room = scriptedRoom(
      { language: { allowed: ['en', 'es'] } },
      { identifier, asrLanguages: ['en', 'es'] },
    );
    return find(await runEngine(room, samples), 'language.switched').map(({ language }) => language);
  };

  it('does not switch for one odd window at a time', async () => {
    expect(await events([{ en: 0.9 }, { es: 0.99 }, { en: 0.9 }, { es: 0.99 }, { en: 0.9 }])).toEqual([]);
  });

  it('does not switch for windows that are not sure', async () => {
    expect(await events([{ en: 0.9 }, { es: 0.45 }])).toEqual([]);
  });

  it('believes a language sooner that is allowed', async () => {
    expect(await events([{ en: 0.9 }, { es: 0.55 }])).toEqual(['es']);
    expect(await events([{ en: 0.9 }, { es: 0.55, en: 0.45 }])).toEqual([]);
  });

  it('switches there and back, once each', async () => {
    const spanish = [{ es: 0.9 }, { es: 0.9 }, { es: 0.7 }, { es: 0.9 }];
    expect(await events([{ en: 0.9 }, { en: 0.9 }, ...spanish, { en: 0.9 }])).toEqual(['es', 'en']);
  });
});

describe('barge-in', () => {
  it('reports speech over the agent, by anyone', async () => {
    const room = scriptedRoom({ signals: ['bargein'] });
    expect(room.start()[0]).toHaveProperty('models.bargein');
    await room.control({ type: 'agent.speech', phase: 'start', utterance_id: 'u1' });
    const events = await room.push(conversation(DIALOGUE).samples);
    expect(find(events, 'bargein.onset')[0]).toMatchObject({ utterance_id: 'u1', agent_speaking: true });
    expect(find(events, 'bargein.class')[0]).toMatchObject({ class: 'claim' });
  });
});

describe('any conversation', () => {
  const talk = fc.array(
    fc.record({
      voice: fc.nat(5),
      words: fc.integer({ min: 1, max: 14 }),
      pauseSec: fc.constantFrom(0, 0.2, 0.5, 0.8, 1.5),
    }),
    { minLength: 1, maxLength: 8 },
  );
  const chunks = fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 5 });

  it('loses no word, says none twice, keeps times and numbers in order', async () => {
    await fc.assert(
      fc.asyncProperty(talk, async (said) => {
        const { samples, words } = conversation(said);
        const events = await runEngine(scriptedRoom(), samples);
        expect(violationsOf(events, 0.1)).toEqual([]);
        expect(spoken(events).map(({ word }) => word)).toEqual(words.map(({ text }) => text));
        for (const { t, t0, t1 } of find(events, 'asr.final')) {
          expect(t0).toBeLessThanOrEqual(t1);
          expect(t1).toBeLessThanOrEqual(t);
        }
        const named = events.flatMap((event) => ('speaker' in event ? [event.speaker] : []));
        const voices = [...new Set(named)].filter((name) => name !== 'room');
        expect(voices).toEqual(voices.map((_, i) => `spk_${i + 1}`));
      }),
      { numRuns: 40 },
    );
  });

  it('gives the same log however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(talk, chunks, async (said, sizes) => {
        const { samples } = conversation(said);
        const whole = await runEngine(scriptedRoom(), samples);
        expect(await runEngine(scriptedRoom(), samples, sizes)).toEqual(whole);
      }),
      { numRuns: 15 },
    );
  });
});
