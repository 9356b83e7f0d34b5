import { readSettings, SettingsError } from './env.ts';
import { StartError, startRelato } from './start.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  // From the first moment on: a start that is told to stop leaves no database running.
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  // A second Ctrl-C while it drains changes nothing: nothing may be left half-written. `disconnect`: the command that
  // started us is gone without a signal.
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(event, () => stopping.abort());

  const settings = readSettings(process.env, process.env.RELATO_CWD ?? process.cwd());
  const demo = process.argv.includes('--demo');
  try {
    const relato = await startRelato(settings, { demo, say, signal });
    await stopped;
    await relato.stop().catch((error: unknown) => {
      process.stderr.write(`Relato did not stop cleanly: ${String(error)}\n`);
      process.exit(1);
    });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  process.exit(0);
}

main().catch((error: unknown) => {
  const isExpected = error instanceof SettingsError || error instanceof StartError;
  process.stderr.write(
    `${isExpected ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(1);
});
