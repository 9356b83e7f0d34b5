import type { Session } from '@relato/contract/account/types';
import { beforeEach, expect, it, vi } from 'vitest';
import { stubStorage } from '../testing/fake-storage.ts';
import { readRememberedSession, rememberSession } from './remembered-session.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  stubStorage('localStorage', stored);
  return () => vi.unstubAllGlobals();
});

// The only fields that are used.
const session = {
  user: { id: 'u1', username: 'ana' },
  expiresAt: new Date(Date.now() + 86_400_000),
} as unknown as Session;

it('a session is remembered with its dates, and forgotten when it ends', () => {
  rememberSession(session);
  expect(readRememberedSession()).toEqual(session);
  rememberSession(null);
  expect(readRememberedSession()).toBeNull();
  expect(stored.size).toBe(0);
});

it.each(['null', '{}', '{"json":null}', '{"json":{"user":{"id":"u1"}}}', '{"json":{"user":', 'x'])(
  'ignores data that is no session of this version: %s',
  (text) => {
    stored.set('relato.session', text);
    expect(readRememberedSession()).toBeNull();
  },
);

it('ignores a session that has expired without a network', () => {
  rememberSession({ ...session, expiresAt: new Date(Date.now() - 1) });
  expect(readRememberedSession()).toBeNull();
});

it('remembers no session without a storage', () => {
  vi.stubGlobal('localStorage', undefined);
  rememberSession(session);
  expect(readRememberedSession()).toBeNull();
});
