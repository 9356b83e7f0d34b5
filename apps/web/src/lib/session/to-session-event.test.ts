import type { Session } from '@relato/contract/account/types';
import { expect, it } from 'vitest';
import { toSessionEvent } from './to-session-event.ts';

const id = '018f0000-0000-7000-8000-000000000001';

function sessionOf(user: Partial<Session['user']> = {}, endsInMs = 0): Session {
  return {
    user: {
      id: id as Session['user']['id'],
      username: 'ana',
      email: 'ana@example.org',
      role: 'user',
      ...user,
    },
    expiresAt: new Date(1_800_000_000_000 + endsInMs),
    expiresIn: 100,
  };
}

const ana = sessionOf();
const beto = sessionOf({ id: id.replace(/1$/, '2') as Session['user']['id'], username: 'beto' });

it.each([
  ['the first answer', undefined, null, 'initial-session'],
  ['the first answer to who is signed in', undefined, ana, 'initial-session'],
  ['somebody where there was nobody', null, ana, 'signed-in'],
  ['somebody else', ana, beto, 'signed-in'],
  ['nobody where there was somebody', ana, null, 'signed-out'],
  ['another username', ana, sessionOf({ username: 'anita' }), 'user-updated'],
  ['another e-mail', ana, sessionOf({ email: 'ana@example.com' }), 'user-updated'],
  ['another role', ana, sessionOf({ role: 'moderator' }), 'user-updated'],
  ['a later end', ana, sessionOf({}, 86_400_000), 'token-refreshed'],
  ['the same, told a little later', ana, sessionOf({}, 900), null],
  ['still nobody', null, null, null],
] as const)('L233: returns the event of the specification for %s', (_, before, after, event) => {
  expect(toSessionEvent(before, after)).toBe(event);
});
