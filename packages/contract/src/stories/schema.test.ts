import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { createStoryInput, storyTags } from './schema.ts';

const recordingId = '01890a5d-ac96-774b-bcce-b302099a8057';
const firstMessage = (input: unknown) => createStoryInput.safeParse(input).error?.issues[0]?.message;

describe('createStoryInput', () => {
  it('refuses a blank title, but accepts a missing one', () => {
    expect(firstMessage({ recordingId, title: '   ' })).toBe('TITLE_REQUIRED');
    expect(createStoryInput.parse({ recordingId })).toEqual({ recordingId, tags: [] });
  });

  it('D10: tells which bound a text exceeds', () => {
    expect(firstMessage({ recordingId, title: 'a'.repeat(limits.title.maxLength + 1) })).toBe(
      'TITLE_TOO_LONG',
    );
    expect(firstMessage({ recordingId, title: 'a', tags: ['x'.repeat(limits.tag.maxLength + 1)] })).toBe(
      'TAG_TOO_LONG',
    );
  });
});

const firstTagMessage = (tags: string[]) => storyTags.safeParse(tags).error?.issues[0]?.message;

describe('storyTags', () => {
  it('refuses the same tag in another case', () => {
    expect(storyTags.safeParse(['Árbol', 'árbol']).error?.issues[0]?.message).toBe('TAG_DUPLICATE');
  });

  it.each([
    ['zero-width characters', 'hu\u200bmor'],
    ['another white space', 'mi\u00a0 abuela'],
    ['an accent of two characters', 'traicio\u0301n'],
  ])('refuses a tag that looks like another one because of %s', (_what, tag) => {
    expect(storyTags.safeParse(['humor', 'mi abuela', 'traición', tag]).error?.issues[0]?.message).toBe(
      'TAG_DUPLICATE',
    );
  });

  it('accepts words that differ in an accent', () => {
    expect(storyTags.parse(['papa', 'papá'])).toEqual(['papa', 'papá']);
  });

  it('refuses invisible tags, too many tags and tags that are too long', () => {
    const many = Array.from({ length: limits.tag.maxCount + 1 }, (_, index) => `tag ${index}`);
    expect(firstTagMessage(['\u200b\u2800'])).toBe('TAG_REQUIRED');
    expect(firstTagMessage(many)).toBe('TAGS_TOO_MANY');
    expect(firstTagMessage(['x'.repeat(limits.tag.maxLength + 1)])).toBe('TAG_TOO_LONG');
  });

  it('trims tags and refuses blank ones', () => {
    expect(storyTags.parse(['  humor '])).toEqual(['humor']);
    expect(storyTags.safeParse([' ']).success).toBe(false);
  });
});
