import type libsamplerate from '@alexanderolsen/libsamplerate-js';
import { expect, it, vi } from 'vitest';
import { openAudioChannels } from '../../src/audio/index.js';

type Library = typeof libsamplerate;

const converters = vi.hoisted(() => ({ made: 0, destroyed: 0 }));
vi.mock('@alexanderolsen/libsamplerate-js', async (original) => {
  const { default: library } = await original<{ default: Library }>();
  const create: Library['create'] = async (...how) => {
    const converter = await library.create(...how);
    converters.made += 1;
    const destroy = converter.destroy.bind(converter);
    converter.destroy = () => {
      converters.destroyed += 1;
      destroy();
    };
    return converter;
  };
  return { default: { ConverterType: library.ConverterType, create } };
});

it.each([
  ['read to its end', Infinity],
  ['left midway', 1],
])('the resamplers of a recording that is %s are freed, once', async (_how, chunks) => {
  Object.assign(converters, { made: 0, destroyed: 0 });
  const raw = { encoding: 'pcm16', sampleRateHz: 11_025, channels: 2 } as const;
  const bytes = Array.from({ length: 3 }, () => new Uint8Array(64_000));
  const stdin = (async function* () {
    yield* bytes;
  })();
  const source = await openAudioChannels('-', [0, 1], { raw, stdin });
  let read = 0;
  for await (const [left] of source.chunks()) {
    expect(left!.length).toBeGreaterThan(0);
    if (++read >= chunks) break;
  }
  expect(converters).toEqual({ made: 2, destroyed: 2 });
});
