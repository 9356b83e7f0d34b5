import MP3Tag from 'mp3tag.js';
import { expect, it } from 'vitest';
import { createMp3Tagger } from './mp3-tag.ts';

// The library is CommonJS, but its types are those of a module.
const reader = MP3Tag as unknown as typeof MP3Tag.default;

it('names a story with a title of several lines by an author without a username, without a picture', () => {
  const toTag = createMp3Tagger({ publicUrl: 'https://relato.example', webDir: '/nowhere' });
  const publishedAt = new Date('2026-12-31T23:59:59Z');
  const tag = toTag({ id: 'un-id', title: ' La reja\n del  patio', username: null, publishedAt });
  const { v2 } = reader.readBuffer(new Uint8Array(tag).buffer);
  expect(v2).toMatchObject({ TIT2: 'La reja del patio', TPE1: 'Relato', TYER: '2026', TDAT: '3112' });
  expect(v2).not.toHaveProperty('APIC');
});
