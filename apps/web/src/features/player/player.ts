import { limits } from '@relato/contract/limits';
import { type PlayerDependencies, PlayerStore } from './player-store.ts';
import {
  getPosition,
  isAtEnd,
  isCurrent,
  wantsToPlay,
  type Playback,
  type PlaybackError,
  type Track,
} from './player-state.ts';

const haveMetadata = 1;
/** By the code of a media error. */
const mediaErrors: readonly PlaybackError[] = ['unknown', 'aborted', 'network', 'decode', 'unsupported'];

const toPlaybackError = ({ code }: Pick<MediaError, 'code'>): PlaybackError => mediaErrors[code] ?? 'unknown';

type OnRefusal = 'fail' | 'retry' | 'wait';

/** Plays tracks with one audio element for the whole app, so that two stories never play at once. */
export class Player {
  readonly #dependencies: PlayerDependencies;
  readonly #store: PlayerStore;
  readonly getState: PlayerStore['getState'];
  readonly subscribe: PlayerStore['subscribe'];
  readonly subscribePosition: PlayerStore['subscribePosition'];
  #audio: HTMLAudioElement | null = null;
  #loadedSrc: string | null = null;
  /** The position to seek to once the media is seekable. */
  #pendingSeconds: number | null = null;
  /** Counts the requests, so that an older one can see that it is stale. */
  #wish = 0;
  /** The request that the element plays, also while it buffers. */
  #startedWish: number | null = null;
  #waitTimer: ReturnType<typeof setTimeout> | undefined;
  #frame: number | null = null;

  constructor(dependencies: PlayerDependencies) {
    this.#dependencies = dependencies;
    this.#store = new PlayerStore(dependencies.saved);
    this.getState = this.#store.getState;
    this.subscribe = this.#store.subscribe;
    this.subscribePosition = this.#store.subscribePosition;
    this.#store.subscribe(() => this.#followPosition());
  }

  /** Resumes the track where it was left, or from the start if it had ended. Nothing is requested before this call. */
  play(track: Track): void {
    this.#play(track, this.#dependencies.isMobile() ? 'retry' : 'fail');
  }

  /** Plays the track from a position. Where the browser allows that only after a tap, the track waits there for one. */
  playFrom(track: Track, positionSeconds: number): void {
    this.seek(track.id, positionSeconds);
    this.#play(track, 'wait');
  }

  #play(track: Track, onRefusal: OnRefusal): void {
    const audio = this.#requireAudio();
    const mustLoad = this.#loadedSrc !== track.src || this.#playback.kind === 'failed';
    const wish = this.#newWish();
    this.#store.dispatch({ type: 'play', track });
    if (mustLoad) this.#load(audio, track.src);
    this.#moveTo(audio, getPosition(this.getState(), track.id));
    this.#dependencies.beforePlay?.(track);
    const start = () => void this.#start(audio, wish, onRefusal);
    if (mustLoad) this.#waitTimer = setTimeout(start, limits.player.loadWaitMs);
    else start();
  }

  pause(): void {
    const playback = this.#playback;
    if (playback.kind === 'idle' || !wantsToPlay(playback.kind)) return;
    this.#newWish();
    const audio = this.#requireAudio();
    audio.pause();
    const isThere = audio.readyState >= haveMetadata && this.#pendingSeconds === null;
    this.#store.dispatch({
      type: 'pause',
      positionSeconds: isThere ? audio.currentTime : playback.positionSeconds,
    });
  }

  toggle(track: Track): void {
    if (wantsToPlay(this.#playback.kind) && this.#isCurrent(track.id)) this.pause();
    else this.play(track);
  }

  /** For a track that is not the current one, this only sets where it will start. */
  seek(trackId: string, positionSeconds: number): void {
    this.#store.dispatch({ type: 'seek', trackId, positionSeconds });
    if (this.#audio && this.#isCurrent(trackId))
      this.#moveTo(this.#audio, getPosition(this.getState(), trackId));
  }

  /** Moves a track by some seconds, backwards if negative. */
  skip(trackId: string, seconds: number): void {
    this.seek(trackId, getPosition(this.getState(), trackId) + seconds);
  }

  setRate(rate: number): void {
    const audio = this.#requireAudio();
    // load() resets the rate to the default.
    audio.defaultPlaybackRate = rate;
    audio.playbackRate = rate;
    this.#store.dispatch({ type: 'rate', rate });
  }

  /** Stops playback and keeps the position. */
  stop(): void {
    // The state changes first, so that the error of the empty source is not reported as a failure.
    this.#store.dispatch({ type: 'stop' });
    this.#unload();
  }

  /** Forgets a track that will not come back (a revoked `blob:` address) and its position. */
  forget(trackId: string): void {
    const wasCurrent = this.#isCurrent(trackId);
    this.#store.dispatch({ type: 'forget', trackId });
    if (wasCurrent) this.#unload();
  }

  forgetAll(): void {
    this.#store.dispatch({ type: 'forget-all' });
    this.#unload();
  }

  get #playback(): Playback {
    return this.getState().playback;
  }

  #isCurrent(trackId: string): boolean {
    return isCurrent(this.#playback, trackId);
  }

  #requireAudio(): HTMLAudioElement {
    if (this.#audio) return this.#audio;
    const audio = this.#dependencies.createAudio();
    audio.preload = 'none';
    this.#listen(audio);
    this.#audio = audio;
    return audio;
  }

  // The element's events are queued and may arrive after another track was requested, so each handler reads the
  // element's current state instead of trusting the event.
  #listen(audio: HTMLAudioElement): void {
    audio.addEventListener('loadedmetadata', () => this.#onMetadata(audio));
    // Hidden pages, which the lock screen may have started, have no frames.
    audio.addEventListener('timeupdate', () => this.#tick());
    audio.addEventListener('playing', () => {
      if (!audio.paused) this.#store.dispatch({ type: 'started' });
    });
    audio.addEventListener('waiting', () => {
      if (!audio.paused) this.#store.dispatch({ type: 'waiting' });
    });
    audio.addEventListener('pause', () => {
      // Also fires for an incoming call or unplugged headphones. Before the element has started, the event belongs to the
      // previous track.
      if (this.#startedWish === this.#wish && audio.paused) this.pause();
    });
    audio.addEventListener('ended', () => {
      if (audio.ended) this.#store.dispatch({ type: 'end' });
    });
    audio.addEventListener('error', () => {
      if (audio.error) this.#fail(toPlaybackError(audio.error));
    });
  }

  #onMetadata(audio: HTMLAudioElement): void {
    if (Number.isFinite(audio.duration) && audio.duration > 0) {
      this.#store.dispatch({ type: 'duration', durationSeconds: audio.duration });
    }
    const seconds = this.#pendingSeconds;
    this.#pendingSeconds = null;
    if (seconds !== null) this.#moveTo(audio, seconds);
  }

  #fail(error: PlaybackError): void {
    const playback = this.#playback;
    // Reported once, although both the element and the promise of play() report it.
    if (playback.kind === 'idle' || playback.kind === 'failed') return;
    this.#newWish();
    this.#store.dispatch({ type: 'fail', error });
    this.#dependencies.onFailure(error, playback.track);
  }

  #newWish(): number {
    clearTimeout(this.#waitTimer);
    this.#wish += 1;
    return this.#wish;
  }

  #moveTo(audio: HTMLAudioElement, seconds: number): void {
    const isThere = audio.readyState >= haveMetadata;
    // The metadata may be loaded before its event arrives, which would then apply an older position.
    this.#pendingSeconds = isThere ? null : seconds;
    if (isThere && audio.currentTime !== seconds) audio.currentTime = seconds;
  }

  #load(audio: HTMLAudioElement, src: string): void {
    audio.pause();
    audio.src = src;
    audio.load();
    this.#loadedSrc = src;
    this.#pendingSeconds = null;
  }

  #unload(): void {
    this.#newWish();
    this.#loadedSrc = null;
    this.#pendingSeconds = null;
    this.#audio?.pause();
    this.#audio?.removeAttribute('src');
    this.#audio?.load();
  }

  async #start(audio: HTMLAudioElement, wish: number, onRefusal: OnRefusal): Promise<void> {
    // The listener moved the track to its end before it started. The element would start over, because its own end may come
    // earlier.
    const playback = this.#playback;
    if (playback.kind !== 'idle' && isAtEnd(playback.positionSeconds, playback.durationSeconds)) {
      this.#store.dispatch({ type: 'end' });
      return;
    }
    try {
      await audio.play();
      this.#startedWish = wish;
    } catch (error) {
      if (wish !== this.#wish) return;
      if (audio.error) this.#fail(toPlaybackError(audio.error));
      else if (onRefusal === 'wait' || (error instanceof DOMException && error.name === 'AbortError'))
        this.pause();
      else if (onRefusal === 'retry') await this.#restart(audio, wish);
      else this.#fail('rejected');
    }
  }

  async #restart(audio: HTMLAudioElement, wish: number): Promise<void> {
    this.#store.dispatch({ type: 'restart' });
    this.#moveTo(audio, 0);
    await this.#start(audio, wish, 'fail');
  }

  #followPosition(): void {
    const { requestFrame, cancelFrame } = this.#dependencies;
    const playing = this.#playback.kind === 'playing';
    if (playing)
      this.#frame ??= requestFrame(() => {
        this.#frame = null;
        this.#tick();
        this.#followPosition();
      });
    else if (this.#frame !== null) {
      cancelFrame(this.#frame);
      this.#frame = null;
    }
  }

  #tick(): void {
    if (this.#audio) this.#store.dispatch({ type: 'tick', positionSeconds: this.#audio.currentTime });
  }
}
