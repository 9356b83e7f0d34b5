import type { StoryId } from '@relato/contract/ids';
import { expect, it } from 'vitest';
import { storeInTab } from '../../../lib/tab-storage.ts';
import { readDraft, storeDraft } from './explanation-draft.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057' as StoryId;

it('returns the draft of a word whatever is typed for others, and offers its regions for the next word', () => {
  const draft = { explanation: 'autob', regions: ['canarias', 'caribe'] } as const;
  storeDraft(id, 'guagua', draft);
  expect(readDraft(id, 'papa')).toEqual({ ...draft, explanation: '' });
  storeDraft(id, 'papa', { explanation: '', regions: ['chile'] });
  expect(readDraft(id, 'guagua')).toEqual(draft);
  storeDraft(id, 'guagua', { ...draft, explanation: '' });
  expect(readDraft(id, 'guagua').explanation).toBe('');
});

it.each([7, 'x', { explanation: 3 }, { regions: ['luna', 3] }])(
  'returns an empty draft if %j is stored',
  (stored) => {
    storeInTab(`explanation.${id}.guagua`, stored);
    expect(readDraft(id, 'guagua')).toEqual({ explanation: '', regions: [] });
  },
);
