// `npm run transcription:evaluate -- FOLDER`: measures the transcriber that the settings choose.
import { resolve } from 'node:path';
import { createTranscriber, SpeechSettingsError } from '@relato/speech';
import { readSettings, SettingsError } from '../env.ts';
import { openModelFolder } from '../models/open-model-folder.ts';
import { runCommand, UsageError } from '../run-command.ts';
import { evaluateFolder } from './evaluate-folder.ts';
import { EvaluationError } from './find-recordings.ts';

const usage = `npm run transcription:evaluate -- FOLDER

Transcribes the recordings in FOLDER with the transcriber that the settings choose, and compares them with the texts of the same
names (.txt): the word error rate, the speed as a ratio to real time, the memory. docs/transcription.md says how to read them.
`;

await runCommand({
  usage,
  run: async ([folder, ...rest], terminal) => {
    if (folder === undefined || rest.length > 0 || folder.startsWith('-')) throw new UsageError(usage);
    const settings = readSettings(terminal.variables, process.cwd());
    const transcriber = createTranscriber(settings.speech, { models: openModelFolder(settings) });
    await evaluateFolder(resolve(terminal.cwd, folder), transcriber, terminal);
    return 0;
  },
  expected: [EvaluationError, SettingsError, SpeechSettingsError],
  stopped: 'Stopped.',
});
// An engine stays in memory for a while, for a next recording.
process.exit();
