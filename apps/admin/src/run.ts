import { parseArgs } from 'node:util';
import { limits } from '@relato/contract';
import { TRPCClientError } from '@trpc/client';
import { commands, usage, UsageError, type Io, type Options } from './commands.ts';

/** Runs one command line. Resolves with the exit code: 0 done, 1 the server said no, 2 the command line is wrong. */
export async function run(
  args: readonly string[],
  io: Io & { readonly complain: (line: string) => void },
): Promise<number> {
  try {
    const { name, options, help } = readCommandLine(args);
    const command = commands[name];
    if (help || name === '') {
      io.print(usage);
      return help ? 0 : 2;
    }
    if (!command) throw new UsageError(`There is no command '${name}'. --help lists them.`);
    await command(io, options);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      io.complain(error.message);
      return 2;
    }
    if (error instanceof TRPCClientError) {
      io.complain(toComplaint(error));
      return 1;
    }
    throw error;
  }
}

function readCommandLine(args: readonly string[]): { name: string; options: Options; help: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        email: { type: 'string' },
        limit: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const limit = values.limit === undefined ? limits.page.defaultSize : Number(values.limit);
    if (!Number.isInteger(limit) || limit < 1 || limit > limits.page.maxSize) {
      throw new UsageError(`--limit must be a number from 1 to ${limits.page.maxSize}.`);
    }
    const { url, email, json, help } = values;
    return { name: positionals.join(' '), options: { url, email, json, limit }, help };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The server's code; without one, the server was not reached. */
function toComplaint(error: TRPCClientError<never>): string {
  const data: unknown = error.data;
  const code =
    typeof data === 'object' && data !== null && 'errorCode' in data ? String(data.errorCode) : null;
  return code === null ? `Cannot reach the server: ${error.message}` : `The server refused: ${code}`;
}
