import { isErrorCode, limits, type Page } from '@relato/contract';
import type { z } from 'zod';
import type { AdminClient } from './client.ts';
import { CommandError, exitCodes, usageError } from './errors.ts';
import { toOptions, type Option } from './options.ts';
import { toTable, type Column } from './table.ts';

/** The terminal, or a stand-in for tests. */
export interface Io {
  readonly print: (line: string) => void;
  /** For errors and hints, on stderr. */
  readonly printError: (line: string) => void;
  readonly ask: (question: string, options: { readonly hidden: boolean }) => Promise<string>;
  /** True if a user can answer questions. */
  readonly isInteractive: boolean;
  readonly sessionFile: string;
  readonly environment: Readonly<Partial<Record<string, string>>>;
}

/** The options that every command takes. */
export interface GlobalOptions {
  readonly url: string | undefined;
  readonly insecure: boolean;
  readonly json: boolean;
  readonly yes: boolean;
  readonly all: boolean;
}

export interface Context {
  readonly io: Io;
  readonly globals: GlobalOptions;
  /** Connects with the session of the file or of the environment. Throws a CommandError if there is none. */
  readonly connect: () => Promise<AdminClient>;
}

interface Answer {
  /** The answer of the procedure, for --json. */
  readonly value: unknown;
  /** The lines for a terminal. Not called with --json. */
  readonly toLines: () => readonly string[];
  readonly hint?: string;
}

export interface Command {
  readonly summary: string;
  readonly options: readonly Option[];
  /** True if the command takes `--all`. */
  readonly isPaged: boolean;
  /** True if the command asks for confirmation, unless `--yes` is given. */
  readonly asks: boolean;
  /** `values` are by option key. Throws a CommandError for a value that is not valid. */
  readonly run: (context: Context, values: Readonly<Record<string, unknown>>) => Promise<Answer>;
}

type Key<Input extends z.ZodObject> = Extract<keyof Input['shape'], string>;

interface Description<Input extends z.ZodObject> {
  readonly summary: string;
  /** The input of the procedure. The options are derived from it. */
  readonly input: Input;
  /** The keys that are typed without an option name, in this order. */
  readonly positionals?: readonly Key<Input>[];
  readonly about?: Partial<Record<Key<Input>, string>>;
}

interface LocalCommand<Input extends z.ZodObject> extends Description<Input> {
  readonly run: (context: Context, input: z.output<Input>) => Promise<Answer>;
}

/** A command that does more than call one procedure. */
export function localCommand<Input extends z.ZodObject>(spec: LocalCommand<Input>): Command {
  const options = toOptions(spec.input, spec.positionals ?? [], spec.about ?? {});
  return {
    summary: spec.summary,
    options,
    isPaged: false,
    asks: false,
    run: (context, values) => spec.run(context, parse(spec.input, options, values)),
  };
}

interface Call {
  readonly client: AdminClient;
  /** Asks for confirmation. Throws a CommandError if the answer is not yes. */
  readonly confirm: (question: string) => Promise<void>;
}

interface ProcedureCommand<Input extends z.ZodObject, Result> extends Description<Input> {
  readonly asks?: true;
  readonly call: (call: Call, input: z.output<Input>) => Promise<Result>;
  readonly toLines: (result: Result, input: z.output<Input>) => readonly string[];
}

/** A command that calls a procedure. */
export function procedureCommand<Input extends z.ZodObject, Result>(
  spec: ProcedureCommand<Input, Result>,
): Command {
  const command = localCommand({
    ...spec,
    run: async (context, input) => {
      const confirm = (question: string) => requireYes(context, question);
      const value = await spec.call({ client: await context.connect(), confirm }, input);
      return { value, toLines: () => spec.toLines(value, input) };
    },
  });
  return { ...command, asks: spec.asks ?? false };
}

interface ListCommand<Input extends z.ZodObject, Item> extends Description<Input> {
  readonly call: (client: AdminClient, input: z.output<Input>) => Promise<Page<Item>>;
  readonly columns: (items: readonly Item[]) => readonly Column<Item>[];
  /** Printed instead of an empty table. */
  readonly empty: string;
  /** Returns the question to confirm if the call changes what it lists, else null. */
  readonly toQuestion?: (input: z.output<Input>) => string | null;
}

type PagedInput = z.ZodObject<{ cursor: z.ZodType<string | null | undefined>; limit: z.ZodType<number> }>;

/** A command that prints one page of a list, or all pages. */
export function listCommand<Input extends PagedInput, Item>(spec: ListCommand<Input, Item>): Command {
  const command = localCommand({
    ...spec,
    run: async (context, input) => {
      const question = spec.toQuestion?.(input) ?? null;
      if (question !== null) await requireYes(context, question);
      const client = await context.connect();
      const report = question === null ? () => {} : context.io.printError;
      const page = context.globals.all
        ? await readAll((next) => spec.call(client, { ...input, ...next }), input.cursor ?? null, report)
        : await spec.call(client, input);
      return {
        value: page,
        toLines: () =>
          page.items.length === 0 ? [spec.empty] : toTable(spec.columns(page.items), page.items),
        ...(page.nextCursor !== null && { hint: `There is more: --all, or --cursor ${page.nextCursor}` }),
      };
    },
  });
  return { ...command, isPaged: true, asks: spec.toQuestion !== undefined };
}

async function readAll<Item>(
  readPage: (next: { readonly cursor: string | null; readonly limit: number }) => Promise<Page<Item>>,
  start: string | null,
  report: (line: string) => void,
): Promise<Page<Item>> {
  const items: Item[] = [];
  const seen = new Set<string>();
  let cursor = start;
  do {
    const page: Page<Item> = await readPage({ cursor, limit: limits.page.maxSize });
    items.push(...page.items);
    cursor = page.nextCursor;
    if (cursor !== null && seen.has(cursor)) {
      throw new CommandError(exitCodes.noAnswer, 'The server repeats the same page.');
    }
    if (cursor !== null) {
      seen.add(cursor);
      report(`${items.length} so far. If this is interrupted, go on with --cursor ${cursor}`);
    }
  } while (cursor !== null);
  return { items, nextCursor: null };
}

async function requireYes({ io, globals }: Context, question: string): Promise<void> {
  if (globals.yes) return;
  if (!io.isInteractive)
    throw usageError('This needs a confirmation. Add --yes, because there is no terminal to ask on.');
  const answer = await io.ask(`${question} [y/N] `, { hidden: false });
  if (!/^(y|yes|s|sí|si)$/iu.test(answer.trim())) throw usageError('Nothing was done.');
}

function parse<Input extends z.ZodObject>(
  input: Input,
  options: readonly Option[],
  values: Readonly<Record<string, unknown>>,
): z.output<Input> {
  const result = input.safeParse(values);
  if (result.success) return result.data;
  const problems = new Map<PropertyKey, string>();
  for (const { path, message } of result.error.issues) {
    const option = options.find(({ key }) => key === path[0]);
    if (!option) throw usageError(message);
    const name = option.isPositional ? `<${option.name}>` : `--${option.name}`;
    const code = isErrorCode(message) ? ` (${message})` : '';
    const problem =
      values[option.key] === undefined ? `${name} is missing` : `${name} must be ${option.expects}${code}`;
    if (!problems.has(option.key)) problems.set(option.key, `${problem}.`);
  }
  throw usageError([...problems.values()].join('\n'));
}
