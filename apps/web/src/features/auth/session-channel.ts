// Tells the other tabs of this browser that somebody signed in or out here.
const name = 'relato.session';

export function announceSessionChange(): void {
  const channel = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none: it is same-origin
  channel.postMessage('changed');
  channel.close();
}

/** Calls `listener` when another tab announces a change; returns the way to stop. */
export function onSessionChange(listener: () => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', listener);
  return () => channel.close();
}
