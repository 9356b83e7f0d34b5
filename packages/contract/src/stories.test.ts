import { describe, expect, it } from 'vitest';
import { limits } from './limits.ts';
import { createStoryInput, storyTags } from './stories.ts';

const recordingId = '01890a5d-ac96-774b-bcce-b302099a8057';
const firstMessage = (input: unknown) => createStoryInput.safeParse(input).error?.issues[0]?.message;

describe('createStoryInput', () => {
  it('refuses a title of only spaces, but takes a missing one', () => {
    expect(firstMessage({ recordingId, title: '   ' })).toBe('TITLE_REQUIRED');
    expect(createStoryInput.parse({ recordingId })).toEqual({ recordingId, tags: [] });
  });

  it('says which bound a text breaks', () => {
    expect(firstMessage({ recordingId, title: 'a'.repeat(limits.title.maxLength + 1) })).toBe(
      'TITLE_TOO_LONG',
    );
    expect(firstMessage({ recordingId, title: 'a', tags: ['x'.repeat(limits.tag.maxLength + 1)] })).toBe(
      'TAG_TOO_LONG',
    );
  });
});

describe('storyTags', () => {
  it('refuses the same tag twice, whatever its case', () => {
    expect(storyTags.safeParse(['Árbol', 'árbol']).error?.issues[0]?.message).toBe('TAG_DUPLICATE');
  });

  it('trims tags and refuses blank ones', () => {
    expect(storyTags.parse(['  humor '])).toEqual(['humor']);
    expect(storyTags.safeParse([' ']).success).toBe(false);
  });
});
