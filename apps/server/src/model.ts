import { ModelError, SpeechSettingsError } from '@relato/speech';
import { SettingsError } from './env.ts';
import { modelUsage, ModelUsageError, runModelCommand } from './model-commands.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Shows progress in one line of a terminal; elsewhere a line for each tenth. */
function createProgressLine(): { show: (text: string) => void; end: () => void } {
  const isTerminal = process.stderr.isTTY;
  let shown = '';
  let tenth = '';
  return {
    show: (text) => {
      const [, percent = ''] = /\((\d+) %\)$/u.exec(text) ?? [];
      const next = percent.padStart(3, '0').slice(0, 2);
      if (text === shown || (!isTerminal && next === tenth)) return;
      [shown, tenth] = [text, next];
      process.stderr.write(isTerminal ? `\r${text}` : `${text}\n`);
    },
    end: () => {
      if (isTerminal && shown !== '') process.stderr.write('\n');
      shown = '';
    },
  };
}

const args = process.argv.slice(2);
const stopping = new AbortController();
for (const event of ['SIGINT', 'SIGTERM']) process.on(event, () => stopping.abort());
const progress = createProgressLine();
try {
  if (['--help', '-h'].includes(args[0] ?? '')) print(modelUsage.trimEnd());
  else {
    await runModelCommand(args, {
      variables: process.env,
      cwd: process.cwd(),
      print: (line) => {
        progress.end();
        print(line);
      },
      show: progress.show,
      signal: stopping.signal,
    });
  }
} catch (error) {
  progress.end();
  // An error of the file system names the folder that may not be written.
  const isExpected =
    [ModelError, ModelUsageError, SettingsError, SpeechSettingsError].some((kind) => error instanceof kind) ||
    (error instanceof Error && 'syscall' in error);
  const text = stopping.signal.aborted
    ? 'Stopped. The same command continues there.'
    : error instanceof Error && isExpected
      ? error.message.trimEnd()
      : String(error instanceof Error ? error.stack : error);
  process.stderr.write(`${text}\n`);
  process.exitCode = error instanceof ModelUsageError ? 2 : stopping.signal.aborted ? 130 : 1;
}
