import { createAsk } from './prompt.ts';
import { run } from './run.ts';
import { sessionFileOf } from './session-file.ts';

// Whoever reads may have seen enough, as `head` has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await run(process.argv.slice(2), {
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  ask: createAsk(process),
  isInteractive: process.stdin.isTTY && process.stderr.isTTY,
  sessionFile: sessionFileOf(process.env),
  environment: process.env,
});
// A connection that is kept open, or a pipe that nobody closes, must not keep the command from ending.
process.stdin.unref?.();
