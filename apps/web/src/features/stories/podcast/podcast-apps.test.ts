import { expect, it } from 'vitest';
import { toPodcastApps } from './podcast-apps.ts';

it('opens each app with the address of the podcast in its own format', () => {
  expect(toPodcastApps('https://relato.test/u/mar%C3%ADa/feed.xml').map(({ href }) => href)).toEqual([
    'podcast://relato.test/u/mar%C3%ADa/feed.xml',
    'pktc://subscribe/relato.test/u/mar%C3%ADa/feed.xml',
    'itpc://relato.test/u/mar%C3%ADa/feed.xml',
    'overcast://x-callback-url/add?url=https%3A%2F%2Frelato.test%2Fu%2Fmar%25C3%25ADa%2Ffeed.xml',
  ]);
});
