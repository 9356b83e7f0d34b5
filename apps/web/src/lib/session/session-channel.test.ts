import { describe, expect, it } from 'vitest';
import {
  announceSession,
  emitSessionEvent,
  onAnnouncement,
  onSessionEvent,
  type SessionEvent,
} from './session-channel.ts';

/** Collects the events in another tab until `count` have arrived. */
function hear(count: number): Promise<readonly SessionEvent[]> {
  return new Promise((resolve) => {
    const heard: SessionEvent[] = [];
    const stop = onAnnouncement((event) => {
      heard.push(event);
      if (heard.length < count) return;
      stop();
      resolve(heard);
    });
  });
}

describe('session events', () => {
  it('L233: reach the other tabs, unlike foreign messages', async () => {
    const heard = hear(2);
    const stranger = new BroadcastChannel('relato.session');
    for (const message of [{ event: 'signed-in' }, 'made-up', 'signed-out']) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
      stranger.postMessage(message);
    }
    announceSession('user-updated');
    expect([...(await heard)].toSorted()).toEqual(['signed-out', 'user-updated']);
    stranger.close();
  });

  it('reach listeners in this tab, until they unsubscribe', () => {
    const heard: SessionEvent[] = [];
    const stop = onSessionEvent((event) => heard.push(event));
    emitSessionEvent('initial-session');
    // Changes in this tab show in the session, except a recovery.
    announceSession('signed-in');
    announceSession('password-recovery');
    stop();
    emitSessionEvent('signed-out');
    expect(heard).toEqual(['initial-session', 'password-recovery']);
  });
});
