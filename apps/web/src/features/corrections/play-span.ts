import type { Span } from '@relato/contract/transcription/types';
import {
  endSeconds,
  getDuration,
  getKind,
  getPosition,
  wantsToPlay,
  type Player,
  type Track,
} from '../player/public.ts';

/** A single word without its surroundings is too short to be understood. */
const paddingMs = 250;

/** A track that starts closer to its end would start over, and one that reaches its end would start the next story. */
const beforeEndSeconds = { from: endSeconds + 0.1, until: 0.2 } as const;

let leave = (): void => undefined;

/** Plays a part of a track and stops at its end, unless the listener has moved elsewhere meanwhile. */
export function playSpan(player: Player, track: Track, { startMs, endMs }: Span): void {
  leave();
  const latest = getDuration(player.getState(), track) - beforeEndSeconds.from;
  const from = Math.max(Math.min((startMs - paddingMs) / 1_000, latest), 0);
  player.playFrom(track, from);
  const follow = () => {
    const state = player.getState();
    const seconds = getPosition(state, track.id);
    const until = Math.min((endMs + paddingMs) / 1_000, getDuration(state, track) - beforeEndSeconds.until);
    const isOver = seconds >= until;
    if (wantsToPlay(getKind(state, track.id)) && seconds >= from && !isOver) return;
    leave();
    // A position far behind the end was reached by a seek.
    if (isOver && seconds < until + 1) player.stop();
  };
  const unsubscribe = player.subscribePosition(follow);
  leave = () => {
    leave = () => undefined;
    unsubscribe();
  };
}
