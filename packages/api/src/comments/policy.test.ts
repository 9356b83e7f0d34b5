import { randomUUID } from 'node:crypto';
import { userId, type Role } from '@relato/contract';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { canDelete, toVisitorName } from './policy.ts';

const person = (role: Role = 'user'): Viewer => ({
  id: userId.parse(randomUUID()),
  username: 'alguien',
  email: 'alguien@example.org',
  role,
});
const commenter = person();
const teller = person();
const everyone = { commenter, teller, other: person(), moderator: person('moderator'), visitor: null };

const whoCan = (can: (viewer: Viewer | null) => boolean): string[] =>
  Object.entries(everyone)
    .filter(([, viewer]) => can(viewer))
    .map(([name]) => name);

describe('canDelete', () => {
  it('is true for the author of the comment and the author of the story', () => {
    const comment = { userId: commenter.id, storyUserId: teller.id };
    expect(whoCan((viewer) => canDelete(viewer, comment))).toEqual(['commenter', 'teller']);
  });

  it('lets only the author of the story delete the comment of a visitor', () => {
    const comment = { userId: null, storyUserId: teller.id };
    expect(whoCan((viewer) => canDelete(viewer, comment))).toEqual(['teller']);
  });
});

describe('toVisitorName', () => {
  it.each([
    ['Pepa', 'Pepa'],
    ['  Tía Pepa 👩‍🍳 ', 'Tía Pepa 👩‍🍳'],
    ['مريم', 'مريم'],
    ['pepa@casa', 'pepa@casa'],
  ])('keeps %s', (given, shown) => expect(toVisitorName(given)).toBe(shown));

  it.each(['@marisol', ' @ @marisol', '＠marisol', '﹫marisol', '\u200B@marisol', '\u2800@marisol'])(
    'does not let %j look like a username',
    (given) => expect(toVisitorName(given)).toBe('marisol'),
  );

  it('removes characters that reverse text, and line breaks', () => {
    expect(toVisitorName('\u202Elosiram@')).toBe('losiram@');
    expect(toVisitorName('\u200Fmarisol@')).toBe('marisol@');
    expect(toVisitorName('Ana\nBeto')).toBe('Ana Beto');
    expect(toVisitorName('Ana\r\nBeto')).toBe('Ana Beto');
  });

  it.each(['', '   ', '\u200B\u200D', '\u2800', '@', '\u202E'])(
    'replaces %j with the anonymous name',
    (given) => expect(toVisitorName(given)).toBe('Anónimo'),
  );
});
