import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { usageError } from './errors.ts';

interface Streams {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream;
}

const silent = new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * Returns a function that asks a question on stderr, because stdout is for the answer. The terminal does not show a hidden
 * answer.
 */
export function createPrompt({ stdin, stderr }: Streams) {
  // A pipe may contain the answers to several questions.
  let piped: AsyncIterator<string> | undefined;
  return async (question: string, { hidden }: { readonly hidden: boolean }): Promise<string> => {
    if (!stdin.isTTY) {
      stderr.write(question);
      piped ??= createInterface({ input: stdin })[Symbol.asyncIterator]();
      const { value, done } = await piped.next();
      if (done) throw usageError('No answer was given.');
      return value;
    }
    if (hidden) stderr.write(question);
    const lines = createInterface({ input: stdin, output: hidden ? silent : stderr, terminal: true });
    try {
      return await Promise.race([lines.question(hidden ? '' : question), untilClosed(lines)]);
    } finally {
      lines.close();
      if (hidden) stderr.write('\n');
    }
  };
}

/** Rejects on Ctrl-C and Ctrl-D. */
const untilClosed = (lines: Interface): Promise<never> =>
  new Promise((_resolve, reject) => {
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => reject(usageError('No answer was given.')));
  });
