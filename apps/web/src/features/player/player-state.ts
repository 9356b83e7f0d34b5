import type { StorySummary } from '@relato/contract/stories/types';

/** A track that can be played: a story, or a recording that exists only in this browser. */
export interface Track {
  readonly id: string;
  /** A path on this server, a `blob:` address, or the absolute address of an excerpt. */
  readonly src: string;
  /** The duration that is known before anything is loaded. */
  readonly durationSeconds: number;
  readonly title: string;
  /** The author, as the lock screen shows it. */
  readonly artist: string;
  /** The story as the list showed it. Missing for a recording and for an excerpt. */
  readonly story?: StorySummary | undefined;
  /** The gain that makes the track as loud as all others. */
  readonly gainDb?: number | undefined;
  /** Attenuation that also applies when stories are not evened out. */
  readonly softerDb?: number | undefined;
  /** The listener asked for all stories of the list on the screen, of which this is the first. */
  readonly startsAll?: true;
}

export type PlaybackError = 'aborted' | 'network' | 'decode' | 'unsupported' | 'unknown' | 'rejected';

interface Loaded {
  readonly track: Track;
  readonly positionSeconds: number;
  /** The media's duration if it is known and finite, else the announced one. */
  readonly durationSeconds: number;
  /** True once the track has sounded since it became the current one. */
  readonly wasHeard: boolean;
}

/** `loading` means "wants to play": fetching, buffering, or waiting before the first sound. */
export type Playback =
  | { readonly kind: 'idle' }
  | (Loaded & { readonly kind: 'loading' | 'playing' | 'paused' | 'ended' })
  | (Loaded & { readonly kind: 'failed'; readonly error: PlaybackError });
type LoadedPlayback = Exclude<Playback, { kind: 'idle' }>;

export interface PlayerState {
  readonly playback: Playback;
  /** The last position of each track in seconds, by track id. */
  readonly saved: Readonly<Record<string, number>>;
  readonly rate: number;
}

export const playbackRates = [0.75, 1, 1.25, 1.5, 2] as const;

export type PlayerEvent =
  | { readonly type: 'play'; readonly track: Track }
  | { readonly type: 'started' }
  | { readonly type: 'waiting' }
  | { readonly type: 'restart' }
  | { readonly type: 'pause'; readonly positionSeconds: number }
  | { readonly type: 'tick'; readonly positionSeconds: number }
  | { readonly type: 'seek'; readonly trackId: string; readonly positionSeconds: number }
  | { readonly type: 'duration'; readonly durationSeconds: number }
  | { readonly type: 'end' }
  | { readonly type: 'fail'; readonly error: PlaybackError }
  | { readonly type: 'stop' }
  | { readonly type: 'forget'; readonly trackId: string }
  | { readonly type: 'forget-all' }
  | { readonly type: 'rate'; readonly rate: number };

export const initialPlayerState: PlayerState = { playback: { kind: 'idle' }, saved: {}, rate: 1 };

/** Only stories have a path on this server. */
export const isStoryTrack = ({ src }: Track): boolean => src.startsWith('/');

export const isCurrent = (playback: Playback, trackId: string): playback is LoadedPlayback =>
  playback.kind !== 'idle' && playback.track.id === trackId;

export const wantsToPlay = (kind: Playback['kind']): boolean => kind === 'playing' || kind === 'loading';

export function getPosition(state: PlayerState, trackId: string): number {
  const { playback } = state;
  if (isCurrent(playback, trackId)) return playback.positionSeconds;
  return state.saved[trackId] ?? 0;
}

/** Returns the media's duration if it is known, else the announced one. */
export const getDuration = ({ playback }: PlayerState, { id, durationSeconds }: Track): number =>
  isCurrent(playback, id) ? playback.durationSeconds : durationSeconds;

/** Returns what the player does with one track; `idle` for every track but the current one. */
export function getKind(state: PlayerState, trackId: string): Playback['kind'] {
  return isCurrent(state.playback, trackId) ? state.playback.kind : 'idle';
}

/** A position this close to the end counts as the end. */
export const endSeconds = 0.5;

export const isAtEnd = (positionSeconds: number, durationSeconds: number): boolean =>
  positionSeconds > 0 && positionSeconds >= durationSeconds - endSeconds;

const clamp = (seconds: number, durationSeconds: number) => Math.min(Math.max(seconds, 0), durationSeconds);

function save(state: PlayerState): PlayerState['saved'] {
  const { playback, saved } = state;
  return playback.kind === 'idle' ? saved : { ...saved, [playback.track.id]: playback.positionSeconds };
}

/** Moves the playback to a position, which is also where the track will resume. */
function movedTo(state: PlayerState, playback: LoadedPlayback): PlayerState {
  return { ...state, playback, saved: { ...state.saved, [playback.track.id]: playback.positionSeconds } };
}

function play(state: PlayerState, track: Track): PlayerState {
  const { playback } = state;
  const durationSeconds =
    playback.kind !== 'idle' && playback.track.src === track.src
      ? playback.durationSeconds
      : track.durationSeconds;
  const left = getPosition(state, track.id);
  // The saved end is that of the media; the announced duration is rounded.
  const positionSeconds = isAtEnd(left, durationSeconds) ? 0 : left;
  return {
    ...state,
    saved: save(state),
    playback: {
      kind: 'loading',
      track,
      positionSeconds,
      durationSeconds,
      wasHeard: isCurrent(playback, track.id) && playback.wasHeard,
    },
  };
}

function seek(state: PlayerState, trackId: string, positionSeconds: number): PlayerState {
  const { playback } = state;
  if (!isCurrent(playback, trackId)) {
    return { ...state, saved: { ...state.saved, [trackId]: Math.max(positionSeconds, 0) } };
  }
  const moved = { ...playback, positionSeconds: clamp(positionSeconds, playback.durationSeconds) };
  return movedTo(state, moved.kind === 'ended' ? { ...moved, kind: 'paused' } : moved);
}

/**
 * The pure reducer of the player. Ignores events that make no sense in the current state, because the media element
 * reports late and out of order.
 */
export function reducePlayer(state: PlayerState, event: PlayerEvent): PlayerState {
  const { playback } = state;
  switch (event.type) {
    case 'play':
      return play(state, event.track);
    case 'seek':
      return seek(state, event.trackId, event.positionSeconds);
    case 'rate':
      return { ...state, rate: event.rate };
    case 'forget': {
      const { [event.trackId]: _forgotten, ...saved } = state.saved;
      return isCurrent(playback, event.trackId)
        ? { ...state, saved, playback: { kind: 'idle' } }
        : { ...state, saved };
    }
    case 'forget-all':
      return { ...state, saved: {}, playback: { kind: 'idle' } };
    case 'started':
    case 'waiting':
    case 'restart':
    case 'pause':
    case 'tick':
    case 'duration':
    case 'end':
    case 'fail':
    case 'stop':
      return playback.kind === 'idle' ? state : reduceLoaded(state, playback, event);
  }
}

type LoadedEvent = Exclude<PlayerEvent, { type: 'play' | 'seek' | 'rate' | 'forget' | 'forget-all' }>;

function reduceLoaded(state: PlayerState, playback: LoadedPlayback, event: LoadedEvent): PlayerState {
  const { durationSeconds } = playback;
  switch (event.type) {
    case 'started':
      return playback.kind === 'loading'
        ? { ...state, playback: { ...playback, kind: 'playing', wasHeard: true } }
        : state;
    case 'waiting':
      return playback.kind === 'playing' ? { ...state, playback: { ...playback, kind: 'loading' } } : state;
    case 'restart':
      return movedTo(state, { ...playback, kind: 'loading', positionSeconds: 0 });
    case 'pause':
      return wantsToPlay(playback.kind)
        ? movedTo(state, {
            ...playback,
            kind: 'paused',
            positionSeconds: clamp(event.positionSeconds, durationSeconds),
          })
        : state;
    case 'tick':
      return playback.kind === 'playing'
        ? {
            ...state,
            playback: { ...playback, positionSeconds: clamp(event.positionSeconds, durationSeconds) },
          }
        : state;
    case 'duration':
      return { ...state, playback: { ...playback, durationSeconds: event.durationSeconds } };
    case 'end':
      return movedTo(state, { ...playback, kind: 'ended', positionSeconds: durationSeconds });
    case 'fail':
      return movedTo(state, { ...playback, kind: 'failed', error: event.error });
    case 'stop':
      return { ...state, saved: save(state), playback: { kind: 'idle' } };
  }
}
