import { OperatorError } from '@relato/contract/operator-error';
import { createProgressLine } from './progress-line.ts';

/** The surroundings of a command. */
export interface Terminal {
  readonly variables: NodeJS.ProcessEnv;
  /** The base of relative paths in the arguments. */
  readonly cwd: string;
  readonly print: (line: string) => void;
  /** Shows the progress in place of the line before. */
  readonly show: (text: string) => void;
  readonly signal: AbortSignal;
}

/** The command line is wrong. `message` explains it. */
export class UsageError extends OperatorError {}

interface Command {
  readonly usage: string;
  /** Runs the command and returns its exit code. */
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<number>;
  /**
   * Returns the text to print for another error, or null to print its stack. Commands without a database do not load its
   * client.
   */
  readonly explain?: (error: Error) => string | null;
  /** Printed if the operator stops the command. */
  readonly stopped: string;
}

/** Runs the command of this process until it ends, fails or is stopped. Sets the exit code: 2 for a wrong command line. */
export async function runCommand(command: Command): Promise<void> {
  const { usage, run, stopped } = command;
  const args = process.argv.slice(2);
  const stopping = new AbortController();
  for (const event of ['SIGINT', 'SIGTERM']) process.on(event, () => stopping.abort());
  const progress = createProgressLine();
  const print = (line: string): void => {
    progress.end();
    process.stdout.write(`${line}\n`);
  };
  try {
    if (args.includes('--help') || args.includes('-h')) return print(usage.trimEnd());
    process.exitCode = await run(args, {
      variables: process.env,
      // npm starts scripts in the folder of the project.
      cwd: process.env.INIT_CWD ?? process.cwd(),
      print,
      show: progress.show,
      signal: stopping.signal,
    });
  } catch (error) {
    progress.end();
    process.stderr.write(`${stopping.signal.aborted ? stopped : toText(error, command)}\n`);
    process.exitCode = error instanceof UsageError ? 2 : stopping.signal.aborted ? 130 : 1;
  }
}

function toText(error: unknown, { explain }: Command): string {
  if (!(error instanceof Error)) return String(error);
  // An error of the file system names the folder that may not be read or written.
  if (error instanceof OperatorError || 'syscall' in error) return error.message.trimEnd();
  return explain?.(error) ?? String(error.stack);
}
