import { readSettings, SettingsError } from './env.ts';
import { StartError, startRelato } from './start.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const settings = readSettings(process.env, process.env.RELATO_CWD ?? process.cwd());
  const relato = await startRelato(settings, { demo: process.argv.includes('--demo'), say });

  let stopping: Promise<void> | undefined;
  const stop = (): void => {
    // A second Ctrl-C while it drains changes nothing: nothing may be left half-written.
    stopping ??= relato.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Relato did not stop cleanly: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // The command that started us is gone without a signal.
  process.on('disconnect', stop);
}

main().catch((error: unknown) => {
  const isExpected = error instanceof SettingsError || error instanceof StartError;
  process.stderr.write(
    `${isExpected ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(1);
});
