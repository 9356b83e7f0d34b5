import { limits } from '@relato/contract/limits';
import { updateStoryTagsInput } from '@relato/contract/stories/schema';
import { toVerdict } from '@relato/contract/testing/form-fields';
import { drawTexts } from '@relato/contract/testing/texts';
import { describe, expect, it } from 'vitest';
import { checkNewTag, toggleTag, toTag } from './tag-rules.ts';

const manyTags = Array.from({ length: limits.tag.maxCount }, (_, index) => `tag ${index}`);

describe('checkNewTag', () => {
  it('L276: refuses a blank tag', () => {
    expect(checkNewTag([], '   ')).toBe('TAG_REQUIRED');
    expect(checkNewTag([], '\u200b\u2060')).toBe('TAG_REQUIRED');
  });

  it('L276: refuses a tag that exists already, ignoring case and surrounding spaces', () => {
    expect(checkNewTag(['Increíble'], ' increÍble ')).toBe('TAG_DUPLICATE');
    expect(checkNewTag(['humor'], 'hu\u200bmor')).toBe('TAG_DUPLICATE');
    expect(checkNewTag(['papa'], 'papá')).toBeNull();
  });
});

describe('a new tag', () => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';

  it.each([[[]], [['humor', 'hola']], [manyTags.slice(1)], [manyTags]])(
    'is refused where the server refuses it, beside %j',
    (tags) => {
      for (const typed of drawTexts({ ...limits.tag, typical: ['humor', 'Película'] }, 100)) {
        expect([typed, checkNewTag(tags, typed)]).toEqual([
          typed,
          toVerdict(updateStoryTagsInput, { id, tags: [...tags, toTag(typed)] }),
        ]);
      }
    },
  );
});

describe('toTag', () => {
  it("L276: trims, and uses the list's spelling of a fixed tag", () => {
    expect(toTag('  Mi abuela ')).toBe('Mi abuela');
    expect(toTag(' INCREÍBLE')).toBe('increíble');
  });
});

describe('toggleTag', () => {
  it('L219: adds a tag and removes it again', () => {
    expect(toggleTag(['humor'], 'terror')).toEqual(['humor', 'terror']);
    expect(toggleTag(['humor', 'terror'], 'Humor')).toEqual(['terror']);
  });

  it('always removes a tag, but adds none beyond the limit', () => {
    expect(toggleTag(manyTags, 'otra')).toBeNull();
    expect(toggleTag(manyTags, 'tag 0')).toEqual(manyTags.slice(1));
  });
});
