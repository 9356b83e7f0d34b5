import { describe, expect, it } from 'vitest';
import { toViewer, whoCan } from '../testing/users.ts';
import { canDelete, toVisitorName } from './policy.ts';

const commenter = toViewer('commenter', 'user');
const teller = toViewer('teller', 'user');
const other = toViewer('other', 'user');
const moderator = toViewer('moderator', 'moderator');
const everyone = { commenter, teller, other, moderator, visitor: null };

describe('canDelete', () => {
  it('is true for the author of the comment and the author of the story', () => {
    const comment = { userId: commenter.id, storyUserId: teller.id };
    expect(whoCan(everyone, (viewer) => canDelete(viewer, comment))).toEqual(['commenter', 'teller']);
  });

  it('lets only the author of the story delete the comment of a visitor', () => {
    const comment = { userId: null, storyUserId: teller.id };
    expect(whoCan(everyone, (viewer) => canDelete(viewer, comment))).toEqual(['teller']);
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
