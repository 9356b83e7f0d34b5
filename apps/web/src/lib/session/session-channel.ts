import { stampSession } from './session-stamp.ts';
import { createListeners } from '../listeners.ts';

/** The events of a session, as the specification names them. */
const sessionEvents = [
  'initial-session',
  'signed-in',
  'signed-out',
  'token-refreshed',
  'user-updated',
  'password-recovery',
] as const;
export type SessionEvent = (typeof sessionEvents)[number];

type Listener = (event: SessionEvent) => void;
const listeners = createListeners<SessionEvent>();

/** Calls the listener once for every event, whichever tab it comes from; returns a function that unsubscribes. */
export const onSessionEvent = listeners.subscribe;

/** Used only by `SessionSync`, which compares the session before and after. */
export const emitSessionEvent = listeners.notify;

const name = 'relato.session';
const isSessionEvent = (value: unknown): value is SessionEvent =>
  sessionEvents.some((event) => event === value);

/**
 * Announces an event to the other tabs. Each tab, including this one, derives its events from the session itself, except a
 * recovery, which does not show in the session.
 */
export function announceSession(event: Exclude<SessionEvent, 'initial-session' | 'token-refreshed'>): void {
  stampSession();
  const channel = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none: it is same-origin
  channel.postMessage(event);
  channel.close();
  if (event === 'password-recovery') emitSessionEvent(event);
}

/** Calls `listener` when another tab announces an event; returns a function that unsubscribes. */
export function onAnnouncement(listener: Listener): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isSessionEvent(data)) listener(data);
  });
  return () => channel.close();
}
