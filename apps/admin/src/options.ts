import { isErrorCode } from '@relato/contract';
import { z } from 'zod';
import { usageError } from './errors.ts';

/** A field of a procedure's input, as an option or argument of the command line. */
export interface Field {
  /** The key in the input. */
  readonly key: string;
  /** The name on the command line, without dashes. */
  readonly name: string;
  readonly kind: 'text' | 'number' | 'switch' | 'list';
  /** The accepted values, in words. */
  readonly expects: string;
  /** The placeholder of the value in a usage line. */
  readonly placeholder: string;
  readonly isRequired: boolean;
  readonly isPositional: boolean;
  readonly about: string;
}

/** Values by the key of their field. */
export type Values = Readonly<Record<string, unknown>>;

type Schema = z.core.JSONSchema.BaseSchema;

const pageAbout: Readonly<Partial<Record<string, string>>> = {
  limit: 'the number of items',
  cursor: 'the start of the page, as the previous page printed it',
};

/** Derives the options of a command from its input in the contract, with choices and limits. */
export function toFields(
  input: z.ZodObject,
  positionals: readonly string[],
  about: Readonly<Partial<Record<string, string>>>,
): readonly Field[] {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return Array.from(new Set([...positionals, ...Object.keys(properties)]), (key) => {
    const schema = properties[key] as Schema; // a field is never just true or false
    const isPositional = positionals.includes(key);
    const name = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    // Omitting the option stands for null.
    const read = schema.anyOf?.[0] ?? schema;
    const choices = read.enum?.join('|') ?? '';
    const { kind, word, expects } = describe(read);
    return {
      key,
      name,
      kind,
      expects: choices === '' ? expects : `one of ${choices.replaceAll('|', ', ')}`,
      // Long lists of choices appear only in the explanation.
      placeholder:
        choices !== '' && choices.length <= 60 ? choices : `<${isPositional || choices ? name : word}>`,
      isRequired: required.includes(key),
      isPositional,
      about: about[key] ?? pageAbout[key] ?? '',
    };
  });
}

function describe(read: Schema): Pick<Field, 'kind' | 'expects'> & { readonly word: string } {
  const { type, format, minimum, maximum, maxLength } = read;
  if (type === 'boolean') return { kind: 'switch', word: '', expects: '' };
  if (type === 'integer')
    return { kind: 'number', word: 'number', expects: `a number from ${minimum} to ${maximum}` };
  if (type === 'array') return { kind: 'list', word: 'text', expects: 'a text' };
  if (format === 'uuid') return { kind: 'text', word: 'id', expects: 'an id' };
  if (format === 'email') return { kind: 'text', word: 'address', expects: 'an e-mail address' };
  if (format === 'date') return { kind: 'text', word: 'day', expects: 'a day like 2026-01-31' };
  const most = maxLength === undefined ? '' : ` of at most ${maxLength} characters`;
  return { kind: 'text', word: 'text', expects: `a text${most}` };
}

/** Checks typed values against the contract. Throws a CommandError with a line for each wrong field. */
export function parseValues<Input extends z.ZodObject>(
  input: Input,
  fields: readonly Field[],
  values: Values,
): z.output<Input> {
  const result = input.safeParse(values);
  if (result.success) return result.data;
  const problems = new Map<string, string>();
  for (const { path, message } of result.error.issues) {
    const field = fields.find(({ key }) => key === path[0]);
    if (!field) throw usageError(message);
    const name = field.isPositional ? `<${field.name}>` : `--${field.name}`;
    const code = isErrorCode(message) ? ` (${message})` : '';
    const wrong = values[field.key] === undefined ? 'is missing' : `must be ${field.expects}${code}`;
    if (!problems.has(name)) problems.set(name, `${name} ${wrong}.`);
  }
  throw usageError([...problems.values()].join('\n'));
}
