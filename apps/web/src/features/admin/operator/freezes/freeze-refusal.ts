import type { ErrorCode } from '@relato/contract/errors';
import { getErrorCode } from '../../../../lib/errors/error-data.ts';
import { toErrorText } from '../../../../lib/errors/error-text.ts';
import { freezesText } from '../../../../messages/operator/freezes.ts';

export type FreezeField = 'story' | 'caseNumber' | 'until' | 'reason';

const fieldOf: Readonly<Partial<Record<ErrorCode, FreezeField>>> = {
  STORY_NOT_FOUND: 'story',
  FREEZE_CASE_INVALID: 'caseNumber',
  FREEZE_DATE_INVALID: 'until',
  FREEZE_PROLONGED: 'until',
};

interface Refusal {
  /** The field to correct, or null if the form does not show it. */
  readonly field: FreezeField | null;
  readonly text: string;
}

/** Returns why a change of a freeze was refused. */
export function toFreezeRefusal(error: unknown, shown: readonly FreezeField[]): Refusal {
  const code = getErrorCode(error);
  const field = (code !== null && fieldOf[code]) || null;
  return {
    field: field !== null && shown.includes(field) ? field : null,
    // Only for decisions on their own content do administrators lack permission.
    text: code === 'FORBIDDEN' ? freezesText.own : toErrorText(error),
  };
}
