import { CommanderError } from 'commander';
import type { Command, Context, Io } from './command.ts';
import {
  exitCodes,
  notUnderstoodError,
  toCommandError,
  usageError,
  type CommandError,
  type ExitCode,
} from './errors.ts';
import { createProgram } from './program.ts';
import { toJson, toPrintable } from './terminal-text.ts';

/** Runs one command line. Resolves with the exit code, and rejects only with errors that are bugs of this program. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  try {
    let exitCode: ExitCode = exitCodes.done;
    const program = createProgram(io, async (...call) => {
      exitCode = await perform(...call);
    });
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
    const failed = toCommandError(error instanceof CommanderError ? toUsageError(error) : error);
    if (!failed) throw error;
    const { exitCode, code, message, details } = failed;
    if (args.includes('--json')) io.printError(toJson({ error: { exitCode, code, message, ...details } }));
    else for (const line of message.split('\n')) io.printError(toPrintable(line));
    return exitCode;
  }
}

function toUsageError({ code, message }: CommanderError): CommandError {
  if (code === 'commander.help') return usageError('Name a command.');
  const [first = '', ...rest] = message
    .replace(/^error: /, '')
    .replace(/\.$/, '')
    .replaceAll('\n', ' ');
  return usageError(`${first.toUpperCase()}${rest.join('')}. --help says what there is.`);
}

async function perform(
  command: Command,
  context: Context,
  values: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { io, globals } = context;
  const answer = await command.run(context, values);
  const { exitCode = exitCodes.done, hint } = answer;
  if (globals.json) {
    io.print(toJson(answer.value));
    return exitCode;
  }
  for (const line of toLines(answer.toLines)) io.print(line);
  if (hint !== undefined) io.printError(hint);
  return exitCode;
}

/** Throws a CommandError if a field is missing, because a server of another version may omit it. */
function toLines(make: () => readonly string[]): readonly string[] {
  try {
    return make();
  } catch (cause) {
    throw notUnderstoodError(cause);
  }
}
