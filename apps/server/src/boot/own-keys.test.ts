import { useTestDatabase } from '@relato/db/testing/use-test-database';
import { expect, it } from 'vitest';
import { keepLinkKey, openPusher } from './own-keys.ts';

const database = useTestDatabase();

it('servers that start at the same time or later have the same keys', async () => {
  const opening = [1, 2, 3].map(() => openPusher(database, 'https://relato.example'));
  const keys = new Set((await Promise.all(opening)).map((pusher) => pusher?.publicKey));
  expect([...keys]).toEqual([(await openPusher(database, 'https://other.example'))?.publicKey]);
  expect(Buffer.from([...keys][0] ?? '', 'base64url')).toHaveLength(65);
  expect(await keepLinkKey(database)).toBe(await keepLinkKey(database));
});

it.each(['http://relato.example', 'https://localhost:3000', 'http://localhost:3000'])(
  'no push service accepts a sender at %s',
  async (publicUrl) => expect(await openPusher(database, publicUrl)).toBeNull(),
);
