/** What a person has chosen to be heard: the microphone at first, or a file dropped on the page, which the server decodes. */
import { clock } from '../time-window.js';
import { Recording, type ChannelUse } from './recording.js';

export interface SoundElements {
  readonly drop: HTMLElement;
  readonly file: HTMLInputElement;
  readonly microphone: HTMLButtonElement;
  readonly source: HTMLElement;
  readonly channels: HTMLSelectElement;
  readonly channelsLabel: HTMLElement;
  readonly paceLabel: HTMLElement;
}

export interface SoundContext {
  readonly key: () => string;
  readonly endpoint: () => string;
  /** Shows a sentence for a person. */
  readonly status: (text: string) => void;
}

export class ChosenSound {
  /** Undefined: the microphone. */
  recording: Recording | undefined;
  private uses: ChannelUse[] = [];

  constructor(
    private readonly elements: SoundElements,
    private readonly context: SoundContext,
  ) {
    const { drop, file, microphone } = elements;
    // Anywhere on the page: a file that misses the box would otherwise replace the page.
    addEventListener('dragover', (event) => {
      event.preventDefault();
      drop.classList.add('over');
    });
    addEventListener('dragleave', () => drop.classList.remove('over'));
    addEventListener('drop', (event) => {
      event.preventDefault();
      drop.classList.remove('over');
      const [dropped] = event.dataTransfer?.files ?? [];
      if (dropped) void this.open(dropped);
    });
    file.addEventListener('change', () => {
      const [chosen] = file.files ?? [];
      if (chosen) void this.open(chosen);
      // The same file may be chosen again.
      file.value = '';
    });
    microphone.addEventListener('click', () => this.show(undefined));
    this.show(undefined);
  }

  get use(): ChannelUse | undefined {
    return this.uses[Number(this.elements.channels.value)];
  }

  /** Offers the channels anew; call when another endpoint is chosen. */
  offerChannels(): void {
    const { channels, channelsLabel } = this.elements;
    this.uses = this.recording?.uses(this.context.endpoint()) ?? [];
    channels.replaceChildren(...this.uses.map(({ label }, i) => new Option(label, String(i))));
    channelsLabel.hidden = this.uses.length < 2;
  }

  private async open(file: File): Promise<void> {
    const { key, status } = this.context;
    status(`Reading ${file.name}`);
    try {
      this.show(await Recording.open(file, key()));
      status('Ready');
    } catch (error) {
      status(`${file.name} cannot be used: ${(error as Error).message}`);
    }
  }

  private show(recording: Recording | undefined): void {
    this.recording = recording;
    const { source, microphone, paceLabel } = this.elements;
    source.textContent = recording
      ? `${recording.name}, ${clock(recording.durationSec)}`
      : 'Microphone, or drop a recording here';
    microphone.hidden = recording === undefined;
    paceLabel.hidden = recording === undefined;
    this.offerChannels();
  }
}
