import { OperatorError } from '@relato/contract/operator-error';
import { readSettings } from './boot/env.ts';
import { openOutput } from './boot/log-output.ts';
import { startServer } from './boot/start.ts';

/** The deadline for everything with the database, because process managers kill after 30 s or more. */
const stopDeadlineMs = 28_000;

const output = openOutput();
const print = (line: string): void => output.write(`${line}\n`);

/** Ends this process at the deadline. The next start stops or adopts the remaining processes. */
function armDeadline(): void {
  setTimeout(() => {
    process.stderr.write('Relato did not stop in time\n');
    process.exit(1);
  }, stopDeadlineMs).unref();
}

async function main(): Promise<void> {
  // Registered before the start, so that a signal during the start leaves no database running.
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  // A second Ctrl-C during the stop has no effect, so that nothing is left half-written. `disconnect` means that the command
  // that started this process ended without a signal.
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(event, () => stopping.abort());
  signal.addEventListener('abort', armDeadline);

  const settings = readSettings(process.env, process.cwd());
  const demo = process.argv.includes('--demo');
  try {
    const server = await startServer(settings, { demo, print, signal });
    const failure = await Promise.race([stopped, server.failed]);
    if (!signal.aborted) armDeadline();
    await server.stop().catch((error: unknown) => {
      process.stderr.write(`Relato did not stop cleanly: ${String(error)}\n`);
      process.exit(1);
    });
    if (failure !== undefined) throw failure;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  process.exit(0);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof OperatorError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(1);
});
