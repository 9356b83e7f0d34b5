import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { limits } from './limits.ts';
import { checkModerationReason, checkSearch } from './shared-rules.ts';

type TextRule = (text: string) => ErrorCode | null;

/** Makes a rule of the contract the verdict of a schema. */
export const judgeBy =
  <Value>(check: (value: Value) => ErrorCode | null) =>
  (value: Value, context: z.RefinementCtx): void => {
    const code = check(value);
    if (code !== null) context.addIssue({ code: 'custom', message: code });
  };

interface TextHints {
  /** For what reads a schema, such as the help of the command line; the rule alone decides. */
  readonly maxLength: number;
  readonly format?: 'email';
}

/** A text as it was typed, judged by a rule of the contract. */
export const exactText = (check: TextRule, { maxLength }: TextHints) =>
  z.string().superRefine(judgeBy(check)).meta({ maxLength });

/** A text without the spaces around it, judged by a rule of the contract. */
export const trimmedText = (check: TextRule, { maxLength, format }: TextHints) =>
  z
    .string()
    .trim()
    .superRefine(judgeBy(check))
    .meta({ maxLength, ...(format && { format }) });

export const moderationReason = trimmedText(checkModerationReason, limits.moderation.reason);
export const searchText = trimmedText(checkSearch, limits.search);
