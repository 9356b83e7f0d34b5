import { readCommandLine, type CommandLine } from './command-line.ts';
import type { Command, Context, Io } from './command.ts';
import { commands } from './command-table.ts';
import { connect } from './connect.ts';
import {
  exitCodes,
  notUnderstoodError,
  toFailure,
  usageError,
  type CommandError,
  type ExitCode,
  type Failure,
} from './errors.ts';
import { toCommandHelp, toOverview } from './help.ts';
import { toJson, toPrintable } from './terminal-text.ts';

/** Runs one command line. Resolves with the exit code, and rejects only with errors that are bugs of this program. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  let isJson = args.includes('--json');
  try {
    const line = readCommandLine(args);
    isJson = line.globals.json;
    if (line.isHelpWanted) return printHelp(line, io);
    if (!line.command) throw toUnknown(line, io);
    const context: Context = {
      io,
      globals: line.globals,
      connect: () => connect(io, line.globals),
    };
    await perform(line.command, context, line.readValues());
    return exitCodes.done;
  } catch (error) {
    const failure = toFailure(error);
    if (!failure) throw error;
    printFailure(failure, isJson, io);
    return failure.exitCode;
  }
}

async function perform(
  command: Command,
  context: Context,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { io, globals } = context;
  const answer = await command.run(context, values);
  if (globals.json) return io.print(toJson(answer.value));
  for (const line of toLines(answer.toLines)) io.print(line);
  if (answer.hint !== undefined) io.printError(answer.hint);
}

/** Throws a CommandError if a field is missing: a server of another version may answer without it. */
function toLines(make: () => readonly string[]): readonly string[] {
  try {
    return make();
  } catch (cause) {
    throw notUnderstoodError(cause);
  }
}

const isGroup = (name: string): boolean =>
  Array.from(commands.keys()).some((each) => each.startsWith(`${name} `));

function printHelp({ name, command }: CommandLine, io: Io): ExitCode {
  if (!command && name !== '' && !isGroup(name)) throw usageError(toNoSuch(name));
  const lines = command ? toCommandHelp(name, command) : toOverview(name);
  for (const line of lines) io.print(line);
  return exitCodes.done;
}

const toNoSuch = (name: string): string => `There is no command '${name}'. --help lists them.`;

function toUnknown({ name }: CommandLine, io: Io): CommandError {
  if (name !== '' && !isGroup(name)) return usageError(toNoSuch(name));
  for (const line of toOverview(name)) io.printError(line);
  return usageError(name === '' ? 'Name a command.' : `Name a command of ${name}.`);
}

function printFailure({ exitCode, code, message, details }: Failure, isJson: boolean, io: Io): void {
  if (isJson) return io.printError(toJson({ error: { exitCode, code, message, ...details } }));
  for (const line of message.split('\n')) io.printError(toPrintable(line));
}
