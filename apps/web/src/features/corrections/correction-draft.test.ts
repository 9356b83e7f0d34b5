import type { StoryId } from '@relato/contract/ids';
import { beforeEach, expect, it } from 'vitest';
import { storeInTab } from '../../lib/tab-storage.ts';
import { forgetDraft, readDraft, storeDraft } from './correction-draft.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057' as StoryId;
const toWords = (text: string) =>
  text.split(' ').map((word, index) => ({ text: word, startMs: index * 100, endMs: index * 100 + 80 }));
const words = toWords('el mar se llevó la barca');
const range = { from: 5, to: 5 };
const draft = { range: { from: 4, to: 5 }, said: 'la bal' };
const fresh = { range, said: 'barca' };

beforeEach(() => forgetDraft(id));

it('returns the draft for its words, also if only some of them are chosen', () => {
  storeDraft(id, words, draft);
  expect(readDraft(id, { words, range: draft.range })).toEqual(draft);
  expect(readDraft(id, { words, range })).toEqual(draft);
});

it('returns the words themselves for other words, another story, a changed text, and after the draft was sent or undone', () => {
  storeDraft(id, words, draft);
  expect(readDraft(id, { words, range: { from: 3, to: 4 } })).toEqual({
    range: { from: 3, to: 4 },
    said: 'llevó la',
  });
  expect(readDraft('01890a5d-ac96-774b-bcce-b302099a8058' as StoryId, { words, range })).toEqual(fresh);
  expect(readDraft(id, { words: toWords('el mar se llevó una barca'), range })).toEqual(fresh);
  storeDraft(id, words, { ...draft, said: 'la barca' });
  expect(readDraft(id, { words, range })).toEqual(fresh);
  storeDraft(id, words, draft);
  forgetDraft(id);
  expect(readDraft(id, { words, range })).toEqual(fresh);
});

it.each([7, 'x', { said: 'x' }, { said: 3, text: 'barca', range }, { said: 'x', text: 'barca', range: 'x' }])(
  'returns the words themselves if %j is stored',
  (stored) => {
    storeInTab(`correction.${id}`, stored);
    expect(readDraft(id, { words, range })).toEqual(fresh);
  },
);
