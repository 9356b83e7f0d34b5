import { expect, it } from 'vitest';
import { errorText } from '../../../../messages/errors.ts';
import { draftsText } from '../../../../messages/recordings/drafts.ts';
import { toStateText } from './to-state-text.ts';

const { safe, due, accountFull, serverBusy, tooOften, networkFull, refused, unsaved } = draftsText.list;

it.each([
  [{ isDue: false }, safe],
  [{ isDue: true }, due],
  [{ isDue: true, trouble: 'network' }, due],
  [{ isDue: true, trouble: 'storage-full' }, accountFull],
  [{ isDue: true, trouble: 'disk-full' }, serverBusy],
  [{ isDue: true, trouble: 'server' }, serverBusy],
  [{ isDue: true, trouble: 'too-often' }, tooOften],
  [{ isDue: true, trouble: 'network-full' }, networkFull],
  [{ isDue: true, trouble: null }, due],
  [{ isDue: false, trouble: 'refused' }, refused],
  [{ isDue: false, trouble: 'too-big' }, refused],
  [{ isDue: false, trouble: 'TITLE_TOO_LONG' }, unsaved(errorText.TITLE_TOO_LONG)],
] as const)('the state of a draft with %o', (draft, text) => expect(toStateText(draft)).toBe(text));

it('every state says that this browser has the recording', () => {
  for (const text of [due, accountFull, serverBusy, tooOften, networkFull, refused, unsaved('')])
    expect(text.startsWith(safe)).toBe(true);
});
