/** What each voice of a room has said, with its language: final words, then those that may still change. */
import { joinPieces } from '../../../asr/writing-systems.js';
import type { WireEvent } from '../../../protocol/events.js';
import { voiceColour } from '../colours.js';
import { partialText } from './partial-text.js';

interface Voice {
  readonly language: HTMLElement;
  readonly final: HTMLElement;
  readonly partial: HTMLElement;
}

export class Transcript {
  private readonly voices = new Map<string, Voice>();

  constructor(
    private readonly list: HTMLElement,
    private readonly hint: HTMLElement,
  ) {
    list.replaceChildren();
    hint.hidden = false;
  }

  receive(event: WireEvent): void {
    switch (event.type) {
      case 'asr.partial': {
        const { final, partial } = this.voice(event.speaker);
        partial.textContent = partialText(final.textContent ?? '', event.text);
        break;
      }
      case 'asr.final': {
        const { final, partial } = this.voice(event.speaker);
        final.textContent = joinPieces(final.textContent ?? '', event.text);
        partial.textContent = '';
        break;
      }
      case 'asr.language':
      case 'language.switched':
        this.voice(event.speaker).language.textContent = ` ${event.language}`;
        break;
      default:
        return;
    }
    this.list.scrollTop = this.list.scrollHeight;
  }

  private voice(speaker: string): Voice {
    const known = this.voices.get(speaker);
    if (known) return known;
    const [title, words] = [document.createElement('dt'), document.createElement('dd')];
    const [language, final, partial] = ['i', 'span', 'span'].map((name) => document.createElement(name));
    partial!.className = 'partial';
    title.style.color = voiceColour(Number(/\d+$/.exec(speaker)?.[0] ?? 1) - 1);
    title.append(speaker, language!);
    words.append(final!, partial!);
    this.list.append(title, words);
    this.hint.hidden = true;
    const voice = { language: language!, final: final!, partial: partial! };
    this.voices.set(speaker, voice);
    return voice;
  }
}
