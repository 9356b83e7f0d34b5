import { isErrorCode, limits, type Page } from '@relato/contract';
import type { z } from 'zod';
import type { AdminClient } from './client.ts';
import { CommandError, exitCodes, usageError } from './errors.ts';
import { toOptions, type Option } from './options.ts';
import { toTable, type Column } from './table.ts';

/** The terminal, or what stands for it. */
export interface Io {
  readonly print: (line: string) => void;
  /** Beside the answer: errors, questions, hints. */
  readonly complain: (line: string) => void;
  readonly ask: (question: string, options: { readonly hidden: boolean }) => Promise<string>;
  /** Whether somebody is there to answer. */
  readonly isInteractive: boolean;
  readonly sessionFile: string;
  readonly environment: Readonly<Partial<Record<string, string>>>;
}

/** What every command takes. */
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
  /** For the session that is kept, or given by the environment. Throws a CommandError without one. */
  readonly connect: () => Promise<AdminClient>;
}

export interface Answer {
  /** As the contract has it. */
  readonly value: unknown;
  /** Of a person's terminal: made when they are wanted. */
  readonly toLines: () => readonly string[];
  readonly hint?: string;
}

export interface Command {
  readonly summary: string;
  readonly options: readonly Option[];
  /** Takes `--all`. */
  readonly isPaged: boolean;
  /** Asks before it does it, unless `--yes`. */
  readonly asks: boolean;
  /** `typed` has the keys of the options; throws a CommandError for what they do not take. */
  readonly run: (context: Context, typed: Readonly<Record<string, unknown>>) => Promise<Answer>;
}

type Key<Input extends z.ZodObject> = Extract<keyof Input['shape'], string>;

interface Description<Input extends z.ZodObject> {
  readonly summary: string;
  /** What the procedure takes: the options are made of it. */
  readonly input: Input;
  /** Those that are typed without their names, in this order. */
  readonly positionals?: readonly Key<Input>[];
  readonly about?: Partial<Record<Key<Input>, string>>;
}

interface LocalCommand<Input extends z.ZodObject> extends Description<Input> {
  readonly run: (context: Context, input: z.output<Input>) => Promise<Answer>;
}

/** A command that does more than to call one procedure. */
export function localCommand<Input extends z.ZodObject>(spec: LocalCommand<Input>): Command {
  const options = toOptions(spec.input, spec.positionals ?? [], spec.about ?? {});
  return {
    summary: spec.summary,
    options,
    isPaged: false,
    asks: false,
    run: (context, typed) => spec.run(context, parse(spec.input, options, typed)),
  };
}

interface Call {
  readonly client: AdminClient;
  /** Asks whether to do it, and throws when the answer is not yes. */
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
  /** Instead of a table without rows. */
  readonly empty: string;
}

type PagedInput = z.ZodObject<{ cursor: z.ZodType<string | null | undefined>; limit: z.ZodType<number> }>;

/** A command that shows a page of a list, or all of them. */
export function listCommand<Input extends PagedInput, Item>(spec: ListCommand<Input, Item>): Command {
  const command = localCommand({
    ...spec,
    run: async (context, input) => {
      const client = await context.connect();
      const page = context.globals.all
        ? await readAll((next) => spec.call(client, { ...input, ...next }))
        : await spec.call(client, input);
      return {
        value: page,
        toLines: () =>
          page.items.length === 0 ? [spec.empty] : toTable(spec.columns(page.items), page.items),
        ...(page.nextCursor !== null && { hint: `There is more: --all, or --cursor ${page.nextCursor}` }),
      };
    },
  });
  return { ...command, isPaged: true };
}

async function readAll<Item>(
  readPage: (next: { readonly cursor: string | null; readonly limit: number }) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  const items: Item[] = [];
  const seen = new Set<string>();
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await readPage({ cursor, limit: limits.page.maxSize });
    items.push(...page.items);
    cursor = page.nextCursor;
    if (cursor !== null && seen.has(cursor)) {
      throw new CommandError(exitCodes.noAnswer, 'The server answers the same page again and again.');
    }
    if (cursor !== null) seen.add(cursor);
  } while (cursor !== null);
  return { items, nextCursor: null };
}

async function requireYes({ io, globals }: Context, question: string): Promise<void> {
  if (globals.yes) return;
  if (!io.isInteractive) throw usageError('This asks first, and nobody is there to answer. Add --yes.');
  const answer = await io.ask(`${question} [y/N] `, { hidden: false });
  if (!/^(y|yes|s|sí|si)$/iu.test(answer.trim())) throw usageError('Nothing was done.');
}

function parse<Input extends z.ZodObject>(
  input: Input,
  options: readonly Option[],
  typed: Readonly<Record<string, unknown>>,
): z.output<Input> {
  const result = input.safeParse(typed);
  if (result.success) return result.data;
  const problems = new Map<PropertyKey, string>();
  for (const { path, message } of result.error.issues) {
    const option = options.find(({ key }) => key === path[0]);
    if (!option) throw usageError(message);
    const name = option.isPositional ? `<${option.name}>` : `--${option.name}`;
    const code = isErrorCode(message) ? ` (${message})` : '';
    const problem =
      typed[option.key] === undefined ? `${name} is missing` : `${name} must be ${option.expects}${code}`;
    if (!problems.has(option.key)) problems.set(option.key, `${problem}.`);
  }
  throw usageError([...problems.values()].join('\n'));
}
