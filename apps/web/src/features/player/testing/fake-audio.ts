export const toMediaError = (code: number) => ({ code }) as MediaError;

/** A fake media element with the parts that the player relies on, and the event order of browsers. */
export class FakeAudio extends EventTarget {
  readonly asElement = this as unknown as HTMLAudioElement; // the members that the player uses
  readonly calls: string[] = [];
  readonly rejections: (Error | Promise<Error>)[] = [];
  error: MediaError | null = null;
  currentTime = 0;
  defaultPlaybackRate = 1;
  duration = Number.NaN;
  ended = false;
  paused = true;
  playbackRate = 1;
  preload: HTMLAudioElement['preload'] = 'auto';
  readyState = 0;
  #src = '';

  get src(): string {
    return this.#src;
  }

  set src(src: string) {
    this.#src = src;
    this.calls.push(`src ${src}`);
  }

  removeAttribute(name: string): void {
    this.calls.push(`remove ${name}`);
    this.#src = '';
  }

  load(): void {
    this.calls.push('load');
    this.paused = true;
    this.ended = false;
    this.error = null;
    this.readyState = 0;
    this.currentTime = 0;
    this.duration = Number.NaN;
    this.playbackRate = this.defaultPlaybackRate;
  }

  async play(): Promise<void> {
    this.calls.push('play');
    const rejection = this.rejections.shift();
    if (rejection) throw await rejection;
    this.paused = false;
    this.ended = false;
  }

  pause(): void {
    this.paused = true;
  }

  emit(type: string): void {
    this.dispatchEvent(new Event(type));
  }

  receiveMetadata(duration = 60): void {
    this.readyState = 1;
    this.duration = duration;
    this.emit('loadedmetadata');
  }

  fail(code: number): void {
    this.paused = true;
    this.error = toMediaError(code);
    this.emit('error');
  }

  finish(): void {
    this.currentTime = this.duration;
    this.paused = true;
    this.ended = true;
    this.emit('pause');
    this.emit('ended');
  }
}
