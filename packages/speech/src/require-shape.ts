import type { z } from 'zod';
import { garbageError } from './speech-error.ts';

/** Throws SpeechError (`garbage`) that names the fields, never what was in them. */
export function requireShape<T>(shape: z.ZodType<T>, answer: unknown): T {
  const { success, data, error } = shape.safeParse(answer);
  if (!success)
    throw garbageError(error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`).join(', '));
  return data;
}
