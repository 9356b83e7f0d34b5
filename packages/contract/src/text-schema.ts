import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { isBlank } from './text.ts';

/** Trimmed; `required` when it shows nothing, `tooLong` past `maxLength` code points. NUL, which PostgreSQL cannot store, is INVALID_INPUT. */
export const visibleText = (maxLength: number, required: ErrorCode, tooLong: ErrorCode) =>
  z
    .string()
    .trim()
    .refine((text) => !isBlank(text), required)
    .max(maxLength, tooLong)
    .refine((text) => !text.includes('\u0000'), 'INVALID_INPUT' satisfies ErrorCode);
