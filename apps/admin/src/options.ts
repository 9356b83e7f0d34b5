import { z } from 'zod';

/** A field of a procedure's input, as an option or argument of the command line. */
export interface Option {
  /** The key in the input. */
  readonly key: string;
  /** The name on the command line, without dashes. */
  readonly name: string;
  readonly kind: 'text' | 'number' | 'switch' | 'list';
  /** The accepted values, in words. */
  readonly expects: string;
  /** Stands for the value in a usage line. */
  readonly placeholder: string;
  readonly isRequired: boolean;
  readonly isPositional: boolean;
  readonly about: string;
}

/** The parts of a JSON Schema that are used here. */
const property = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  default: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
});
type Property = z.infer<typeof property>;

/** Reads a nullable property as its other type: null is expressed by omitting the option. */
function readProperty(schema: unknown): Property {
  const read = property.parse(schema);
  return read.anyOf ? property.parse(read.anyOf[0]) : read;
}

const toOptionName = (key: string): string =>
  key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const pageAbout: Readonly<Partial<Record<string, string>>> = {
  limit: 'the number of items',
  cursor: 'the start of the page, as the previous page printed it',
};

/** Derives the options of a command from its input in the contract, with choices and limits. */
export function toOptions(
  input: z.ZodObject,
  positionals: readonly string[],
  about: Readonly<Partial<Record<string, string>>>,
): readonly Option[] {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const keys = [...positionals, ...Object.keys(properties).filter((key) => !positionals.includes(key))];
  return keys.map((key) => {
    const read = readProperty(properties[key]);
    return {
      key,
      name: toOptionName(key),
      kind: toKind(read),
      expects: toExpectation(read),
      placeholder: toPlaceholder(key, read, positionals.includes(key)),
      isRequired: required.includes(key),
      isPositional: positionals.includes(key),
      about: about[key] ?? pageAbout[key] ?? '',
    };
  });
}

function toKind({ type }: Property): Option['kind'] {
  if (type === 'boolean') return 'switch';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'array' ? 'list' : 'text';
}

const maxPlaceholderLength = 60;

/** Returns the choices, unless they are too long. */
function toPlaceholder(key: string, read: Property, isPositional: boolean): string {
  const choices = read.enum?.join('|') ?? '';
  if (choices !== '' && choices.length <= maxPlaceholderLength) return choices;
  return `<${isPositional || choices !== '' ? toOptionName(key) : toWord(read)}>`;
}

function toWord({ type, format }: Property): string {
  if (type === 'integer') return 'number';
  if (format === 'uuid') return 'id';
  if (format === 'date') return 'day';
  return format === 'email' ? 'address' : 'text';
}

function toExpectation({ type, enum: choices, format, minimum, maximum, maxLength }: Property): string {
  if (choices) return `one of ${choices.join(', ')}`;
  if (type === 'boolean') return 'given or not';
  if (type === 'integer') return `a number from ${minimum} to ${maximum}`;
  if (format === 'uuid') return 'an id';
  if (format === 'email') return 'an e-mail address';
  if (format === 'date') return 'a day like 2026-01-31';
  return maxLength === undefined ? 'a text' : `a text of at most ${maxLength} characters`;
}
