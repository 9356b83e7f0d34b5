// `npm run transcription:evaluate -- FOLDER [MODEL…]`: measures the transcriber that the settings choose, with one or several models.
import { resolve } from 'node:path';
import { createTranscriber, type Transcriber } from '@relato/speech';
import { readSettings, type Settings } from '../boot/env.ts';
import { openModelFolder } from '../models/open-model-folder.ts';
import { runCommand, UsageError } from '../boot/run-command.ts';
import { evaluateFolder } from './evaluate-folder.ts';
import { EvaluationError } from './evaluation-error.ts';

const usage = `npm run transcription:evaluate -- FOLDER [MODEL…]

Transcribes the recordings in FOLDER with the transcriber that the settings choose, or with each MODEL of it, and compares them with
the texts of the same names (.txt): the word error rate, the share of words of another language, the speed as a ratio to real time,
the memory. A manifest.csv there adds rows by accent or whatever its columns name. docs/transcription.md says how to read them.
`;

/** Returns the transcriber of the settings with this model. Throws EvaluationError if the model is not on this machine. */
async function toTranscriber(settings: Settings, model: string | undefined): Promise<Transcriber> {
  const speech = model === undefined ? settings.speech : { ...settings.speech, model };
  const models = openModelFolder({ ...settings, speech });
  // Only one model is measured, so no second model repeats a drifting transcription.
  const transcriber = createTranscriber(speech, { models: { ...models, findTold: async () => null } });
  if (transcriber.name === 'local' && model !== undefined && (await models.find()) === null)
    throw new EvaluationError(`${model} is not here yet: npm run model -- get ${model}`);
  return transcriber;
}

await runCommand({
  usage,
  run: async ([folder, ...models], terminal) => {
    if (
      [folder, ...models].some((each) => each === undefined || each.startsWith('-')) ||
      folder === undefined
    )
      throw new UsageError(usage);
    const settings = readSettings(terminal.variables, process.cwd());
    const chosen = models.length === 0 ? [undefined] : models;
    const transcribers = await Promise.all(chosen.map((model) => toTranscriber(settings, model)));
    await evaluateFolder(resolve(terminal.cwd, folder), transcribers, terminal);
    return 0;
  },
  stopped: 'Stopped.',
});
// The engine would keep the process alive for the next recording.
process.exit();
