import { type ErrorCode, isErrorCode } from '@relato/contract/errors';
import { errorText } from '../../../../messages/errors.ts';
import { draftsText } from '../../../../messages/recordings/drafts.ts';
import type { Draft, DraftTrouble } from '../store/draft-store.ts';

const { safe, due, accountFull, serverBusy, tooOften, networkFull, refused, unsaved } = draftsText.list;

const texts: Readonly<Record<Exclude<DraftTrouble, ErrorCode>, string>> = {
  network: due,
  'sign-in': due,
  'other-account': due,
  'storage-full': accountFull,
  'disk-full': serverBusy,
  server: serverBusy,
  'too-often': tooOften,
  'network-full': networkFull,
  'too-big': refused,
  rejected: refused,
  refused,
};

/**
 * Returns the text that says that a draft is safe in this browser, and whether it uploads automatically, waits, or cannot be
 * saved.
 */
export function toStateText({ isDue, trouble }: Pick<Draft, 'isDue' | 'trouble'>): string {
  if (isErrorCode(trouble)) return unsaved(errorText[trouble]);
  const said = trouble ? texts[trouble] : due;
  return isDue || said === refused ? said : safe;
}
