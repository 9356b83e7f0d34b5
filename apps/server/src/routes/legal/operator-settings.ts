import { defaultMinimumAge, type Operator, operatorFields } from '@relato/contract';
import { z } from 'zod';

const text = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value))
  .optional();
const age = 'must be an age from 13 to 18';
const days = 'must be a number of days';

/** The environment variables with the facts about the operator. */
export const operatorVariables = {
  OPERATOR_NAME: text,
  OPERATOR_TAX_ID: text,
  OPERATOR_ADDRESS: text,
  OPERATOR_EMAIL: text.refine(
    (value) => value === undefined || z.email().safeParse(value).success,
    'must be an e-mail address, such as hola@example.org',
  ),
  OPERATOR_PHONE: text,
  OPERATOR_REGISTRY: text,
  OPERATOR_DATA_OFFICER: text,
  OPERATOR_LANGUAGES: text,
  OPERATOR_HOSTING: text,
  OPERATOR_BACKUP_DAYS: text.refine((value) => value === undefined || /^\d{1,5}$/.test(value), days),
  LEGAL_REVIEWED_ON: text.refine(
    (value) => value === undefined || z.iso.date().safeParse(value).success,
    'must be a day like 2026-01-31',
  ),
  MINIMUM_AGE: text.pipe(
    z.coerce.number<string>(age).int(age).min(13, age).max(18, age).default(defaultMinimumAge),
  ),
} as const;

/** Returns the operator from validated variables. */
export function toOperator(env: z.output<z.ZodObject<typeof operatorVariables>>): Operator {
  const texts = Object.fromEntries(
    Object.entries(operatorFields).map(([field, { setting }]) => [field, env[setting] ?? null]),
  ) as Omit<Operator, 'minimumAge'>; // has the fields of the table
  return { ...texts, minimumAge: env.MINIMUM_AGE };
}
