import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { run } from './run.ts';
import { sessionFileOf } from './session-file.ts';

/** A hidden answer is typed into a terminal that echoes nothing. */
async function ask(question: string, { hidden }: { readonly hidden: boolean }): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: hidden ? silent : process.stderr,
    terminal: process.stdin.isTTY,
  });
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
    if (hidden) process.stderr.write('\n');
  }
}

process.exitCode = await run(process.argv.slice(2), {
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  ask,
  sessionFile: sessionFileOf(process.env),
});
