// `npm run transcription:evaluate -- FOLDER`: measures the transcriber that the settings choose.
import { resolve } from 'node:path';
import { createTranscriber, SpeechSettingsError } from '@relato/speech';
import { readSettings, SettingsError } from './env.ts';
import { evaluateFolder } from './evaluation/evaluate-folder.ts';
import { EvaluationError } from './evaluation/find-recordings.ts';
import { openModelFolder } from './model-folder.ts';

const usage = `npm run transcription:evaluate -- FOLDER

Transcribes the recordings in FOLDER with the transcriber that the settings choose, and compares them with the texts of the same
names (.txt): the word error rate, the speed as a ratio to real time, the memory. docs/transcription.md says how to read them.
`;
const expected = [EvaluationError, SettingsError, SpeechSettingsError];
const stopping = new AbortController();
for (const event of ['SIGINT', 'SIGTERM']) process.on(event, () => stopping.abort());

async function run([folder, ...rest]: readonly string[]): Promise<number> {
  if (folder === undefined || rest.length > 0 || folder.startsWith('-')) {
    const isAsked = folder === '--help' || folder === '-h';
    process[isAsked ? 'stdout' : 'stderr'].write(usage);
    return isAsked ? 0 : 2;
  }
  const settings = readSettings(process.env, process.cwd());
  const transcriber = createTranscriber(settings.speech, { models: openModelFolder(settings) });
  // npm starts scripts in the folder of the project.
  await evaluateFolder(resolve(process.env.INIT_CWD ?? process.cwd(), folder), transcriber, {
    print: (line) => void process.stdout.write(`${line}\n`),
    show: (text) => void process.stderr.write(`${text}\n`),
    signal: stopping.signal,
  });
  return 0;
}

const exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  const isExpected = expected.some((kind) => error instanceof kind);
  const text = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error);
  process.stderr.write(stopping.signal.aborted ? 'Stopped.\n' : `${text}\n`);
  return stopping.signal.aborted ? 130 : 1;
});
// An engine stays in memory for a while, for a next recording.
process.exit(exitCode);
