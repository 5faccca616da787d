/** The words of the voices on the live page, in elements that only keep their text. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WireEvent } from '../../../../src/protocol/events.js';
import { Transcript } from '../../../../src/view/page/live/transcript.js';

class FakeElement {
  textContent = '';
  hidden = false;
  readonly style = {};
  readonly children: (FakeElement | string)[] = [];
  append(...parts: (FakeElement | string)[]): void {
    this.children.push(...parts);
  }
  replaceChildren(): void {
    this.children.length = 0;
  }
  get text(): string {
    return (
      this.textContent + this.children.map((part) => (typeof part === 'string' ? part : part.text)).join('')
    );
  }
}

beforeEach(() => void vi.stubGlobal('document', { createElement: () => new FakeElement() }));
afterEach(() => void vi.unstubAllGlobals());

const words = (type: 'asr.partial' | 'asr.final', text: string, language: string) =>
  ({ type, text, language, speaker: 'spk_1' }) as WireEvent;

/** The words of the voice after these texts: all final but the last. */
function shown(texts: readonly string[], language: string): string {
  const list = new FakeElement();
  const transcript = new Transcript(
    list as unknown as HTMLElement,
    new FakeElement() as unknown as HTMLElement,
  );
  texts.forEach((text, i) =>
    transcript.receive(words(i < texts.length - 1 ? 'asr.final' : 'asr.partial', text, language)),
  );
  return (list.children[1] as FakeElement).text;
}

describe('words of a voice', () => {
  it.each([
    [['I would', 'like to', 'schedule'], 'en', 'I would like to schedule'],
    [['你好。', '我想', '订位'], 'zh', '你好。我想订位'],
    [['我的', 'iPhone', '15'], 'zh', '我的 iPhone 15'],
    [['only partial'], 'en', 'only partial'],
  ])('%j in %s', (texts, language, text) => {
    expect(shown(texts, language)).toBe(text);
  });
});
