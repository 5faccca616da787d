/** The sound of the page, and the time of the playhead. Without sound the playhead can still be moved. */

export class Player {
  private readonly element: HTMLAudioElement | undefined;
  private movedTo = 0;

  /** @param onChange called when the sound starts or stops, and when the playhead is moved. */
  constructor(
    src: string,
    private readonly durationSec: number,
    private readonly onChange: () => void,
  ) {
    if (src === '') return;
    this.element = new Audio(src);
    this.element.preload = 'auto';
    for (const event of ['play', 'pause', 'ended', 'seeked']) this.element.addEventListener(event, onChange);
  }

  get hasSound(): boolean {
    return this.element !== undefined;
  }

  get playing(): boolean {
    return this.element !== undefined && !this.element.paused && !this.element.ended;
  }

  get t(): number {
    return this.playing ? this.element!.currentTime : this.movedTo;
  }

  toggle(): void {
    if (!this.element) return;
    if (this.playing) {
      this.movedTo = this.element.currentTime;
      this.element.pause();
      return;
    }
    if (this.movedTo >= this.durationSec - 0.05) this.movedTo = 0;
    this.element.currentTime = this.movedTo;
    // A browser that refuses to play leaves the playhead where it is.
    this.element.play().catch(() => this.onChange());
  }

  seek(t: number): void {
    this.movedTo = Math.max(0, Math.min(t, this.durationSec));
    if (this.element) this.element.currentTime = this.movedTo;
    this.onChange();
  }

  set speed(rate: number) {
    if (this.element) this.element.playbackRate = rate;
  }

  /** Calls `tell` if the sound cannot be read, for example because a linked file is gone. */
  onFailure(tell: () => void): void {
    this.element?.addEventListener('error', tell);
  }
}
