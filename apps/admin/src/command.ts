import { limits, type Page } from '@relato/contract';
import { z } from 'zod';
import type { AdminClient } from './client.ts';
import { CommandError, exitCodes, usageError, type ExitCode } from './errors.ts';
import { parseValues, toFields, type Field, type Values } from './options.ts';
import { toTable, type Row } from './table.ts';
import { untilAdmitted } from './until-admitted.ts';

/** The terminal, or a stand-in for tests. */
export interface Io {
  readonly print: (line: string) => void;
  /** Prints errors and hints on stderr. */
  readonly printError: (line: string) => void;
  readonly ask: (question: string, options: { readonly hidden: boolean }) => Promise<string>;
  /** False in scripts, where nobody can answer a question of the command. */
  readonly isInteractive: boolean;
  /** Ctrl-C ends it, as it ends everything but a question. */
  readonly wait: (seconds: number) => Promise<void>;
  readonly sessionFile: string;
  readonly environment: Readonly<Partial<Record<string, string>>>;
}

/** The options of every command. */
export interface GlobalOptions {
  readonly url?: string;
  readonly insecure?: true;
  readonly json?: true;
  readonly yes?: true;
}

export interface Context {
  readonly io: Io;
  readonly globals: GlobalOptions;
  /** True with `--all`, which reads every page instead of the first. */
  readonly isAll: boolean;
  /** Connects with the session of the file or of the environment. Throws a CommandError without one. */
  readonly connect: () => Promise<AdminClient>;
}

interface Answer {
  /** The answer of the procedure, for --json. */
  readonly value: unknown;
  /** The lines for a terminal. Not called with --json. */
  readonly toLines: () => readonly string[];
  readonly hint?: string | undefined;
  /** Set if the command succeeded but the result is bad. */
  readonly exitCode?: ExitCode | undefined;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly fields: readonly Field[];
  /** True for a list in pages, which accepts `--all`. */
  readonly isPaged: boolean;
  /** Throws a CommandError for a value that is not valid. */
  readonly run: (context: Context, values: Values) => Promise<Answer>;
}

interface Description<Input extends z.ZodObject> {
  readonly summary: string;
  readonly about?: Partial<Record<Extract<keyof Input['shape'], string>, string>> | undefined;
}

interface LocalCommand<Input extends z.ZodObject> extends Description<Input> {
  readonly run: (context: Context, input: z.output<Input>) => Promise<Answer>;
}

export const noInput = z.object({});

/**
 * A command that does more than call one procedure. `words` are its name, with the keys of positional fields of `input` in
 * angle brackets, as in `stories hide <id>`. The options derive from `input`.
 */
export function local<Input extends z.ZodObject>(
  words: string,
  input: Input,
  { summary, about = {}, run }: LocalCommand<Input>,
): Command {
  const positionals = Array.from(words.matchAll(/<(\w+)>/g), ([, key = '']) => key);
  const fields = toFields(input, positionals, about);
  const name = words.replaceAll(/ <\w+>/g, '');
  return {
    name,
    summary,
    fields,
    isPaged: false,
    run: (context, values) => run(context, parseValues(input, fields, values)),
  };
}

interface Call<Input extends z.ZodObject> extends Description<Input> {
  /** Returns the question to confirm, or null for none. */
  readonly ask?: (input: z.output<Input>, client: AdminClient) => Promise<string> | string | null;
}

interface ProcedureCommand<Input extends z.ZodObject, Result> extends Call<Input> {
  /** `confirm` is for a question that only the call can ask. It throws a CommandError unless the answer is yes. */
  readonly call: (
    client: AdminClient,
    input: z.output<Input>,
    confirm: (question: string) => Promise<void>,
    context: Context,
  ) => Promise<Result>;
  readonly print: string | ((result: Result, input: z.output<Input>) => readonly string[]);
  /** By default the command is done once the call is. */
  readonly exitCode?: (result: Result) => ExitCode;
}

/** A command that calls a procedure with the input `input`. */
export const procedure = <Input extends z.ZodObject, Result>(
  words: string,
  input: Input,
  { ask, call, print, exitCode, ...description }: ProcedureCommand<Input, Result>,
): Command =>
  local(words, input, {
    ...description,
    run: async (context, values) => {
      const client = await context.connect();
      const confirm = (question: string) => requireYes(context, question);
      const question = (await ask?.(values, client)) ?? null;
      if (question !== null) await confirm(question);
      const value = await call(client, values, confirm, context);
      return {
        value,
        toLines: () => (typeof print === 'string' ? [print] : print(value, values)),
        exitCode: exitCode?.(value),
      };
    },
  });

interface ListCommand<Input extends z.ZodObject, Item> extends Call<Input> {
  readonly call: (client: AdminClient, input: z.output<Input>) => Promise<Page<Item>>;
  readonly row: (item: Item) => Row;
  /** Printed instead of an empty table. */
  readonly empty: string;
}

type PagedInput = z.ZodObject<{ cursor: z.ZodType<string | null | undefined>; limit: z.ZodType<number> }>;

/** A command that prints one page of a list, or all pages. */
export const list = <Input extends PagedInput, Item>(
  words: string,
  input: Input,
  { ask, call, row, empty, ...description }: ListCommand<Input, Item>,
): Command => ({
  ...local(words, input, {
    ...description,
    run: async (context, values) => {
      const client = await context.connect();
      const question = (await ask?.(values, client)) ?? null;
      if (question !== null) await requireYes(context, question);
      const report = question === null ? () => {} : context.io.printError;
      const page = context.isAll
        ? await readAll(
            context.io,
            (next) => call(client, { ...values, ...next }),
            values.cursor ?? null,
            report,
          )
        : await call(client, values);
      return {
        value: page,
        toLines: () => (page.items.length === 0 ? [empty] : toTable(page.items.map(row))),
        hint: page.nextCursor === null ? undefined : `There is more: --all, or --cursor ${page.nextCursor}`,
      };
    },
  }),
  isPaged: true,
});

/** Reads every page from `start` on. */
export async function readAll<Item>(
  io: Io,
  readPage: (next: { readonly cursor: string | null; readonly limit: number }) => Promise<Page<Item>>,
  start: string | null,
  report: (line: string) => void,
): Promise<Page<Item>> {
  const items: Item[] = [];
  const seen = new Set<string>();
  for (let cursor = start; ;) {
    const page: Page<Item> = await untilAdmitted(io, () => readPage({ cursor, limit: limits.page.maxSize }));
    items.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === null) return { items, nextCursor: null };
    if (seen.has(cursor)) throw new CommandError(exitCodes.noAnswer, 'The server repeats the same page.');
    seen.add(cursor);
    report(`${items.length} so far. If this is interrupted, go on with --cursor ${cursor}`);
  }
}

async function requireYes({ io, globals }: Context, question: string): Promise<void> {
  if (globals.yes) return;
  if (!io.isInteractive)
    throw usageError('This needs a confirmation. Add --yes, because there is no terminal to ask on.');
  const answer = await io.ask(`${question} [y/N] `, { hidden: false });
  if (!/^(y|yes|s|sí|si)$/iu.test(answer.trim())) throw usageError('Nothing was done.');
}
