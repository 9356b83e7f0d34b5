/** What happens to a session, as the specification names it. */
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
const listeners = new Set<Listener>();

/** Hears of every event in this tab, once each, wherever it began; returns the way to stop. */
export function onSessionEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** For who compares what the session was with what it is: `SessionSync`. */
export function emitSessionEvent(event: SessionEvent): void {
  for (const listener of listeners) listener(event);
}

const name = 'relato.session';
const isSessionEvent = (value: unknown): value is SessionEvent =>
  sessionEvents.some((event) => event === value);

/**
 * Tells the other tabs of this browser what was done here. Each of them looks at the session itself, and so does this
 * one: their events come from what they see. A recovery cannot be seen in a session, so it is an event by itself.
 */
export function announceSession(event: Exclude<SessionEvent, 'initial-session' | 'token-refreshed'>): void {
  const channel = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none: it is same-origin
  channel.postMessage(event);
  channel.close();
  if (event === 'password-recovery') emitSessionEvent(event);
}

/** Calls `listener` when another tab announces something; returns the way to stop. */
export function onAnnouncement(listener: Listener): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isSessionEvent(data)) listener(data);
  });
  return () => channel.close();
}
