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

// As much of a session as is used
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
  'what is no session of this version is none: %s',
  (text) => {
    stored.set('relato.session', text);
    expect(readRememberedSession()).toBeNull();
  },
);

it('a session that has ended without a network is none', () => {
  rememberSession({ ...session, expiresAt: new Date(Date.now() - 1) });
  expect(readRememberedSession()).toBeNull();
});

it('without storage there is no remembered session', () => {
  vi.stubGlobal('localStorage', undefined);
  rememberSession(session);
  expect(readRememberedSession()).toBeNull();
});
