import { setTimeout } from 'node:timers/promises';
import { createPrompt } from './prompt.ts';
import { run } from './run.ts';
import { toSessionFilePath } from './session-file.ts';

// The reader of a pipe, such as `head`, may close it early. The code is that of a program that SIGPIPE ends.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(process.exitCode || 141);
  });

process.exitCode = await run(process.argv.slice(2), {
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => process.stderr.write(`${line}\n`),
  ask: createPrompt(process),
  isInteractive: process.stdin.isTTY && process.stderr.isTTY,
  wait: (seconds) => setTimeout(seconds * 1_000),
  sessionFile: toSessionFilePath(process.env),
  environment: process.env,
});
// An open stdin must not keep the process alive.
process.stdin.unref?.();
