import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { limits } from '../limits.ts';
import { checkModerationReason, checkSearch, toStoredText } from './rules.ts';

type TextRule = (text: string) => ErrorCode | null;

/** Turns a rule of the contract into a check of a schema. */
export const judgeBy =
  <Value>(check: (value: Value) => ErrorCode | null) =>
  (value: Value, context: z.RefinementCtx): void => {
    const code = check(value);
    if (code !== null) context.addIssue({ code: 'custom', message: code });
  };

interface TextHints {
  /** For readers of a schema, such as the help of the command line. Only the rule decides. */
  readonly maxLength: number;
  readonly format?: 'email';
}

/** A text as typed, checked by a rule of the contract. */
export const exactText = (check: TextRule, { maxLength }: TextHints) =>
  z.string().superRefine(judgeBy(check)).meta({ maxLength });

/** A readable text without invisible characters, checked by a rule of the contract. */
export const storedText = (check: TextRule, { maxLength }: TextHints) =>
  z.string().overwrite(toStoredText).superRefine(judgeBy(check)).meta({ maxLength });

/** A text for exact comparisons, without outer spaces, checked by a rule of the contract. */
export const trimmedText = (check: TextRule, { maxLength, format }: TextHints) =>
  z
    .string()
    .trim()
    .superRefine(judgeBy(check))
    .meta({ maxLength, ...(format && { format }) });

export const moderationReason = storedText(checkModerationReason, limits.moderation.reason);
export const searchText = storedText(checkSearch, limits.search);
