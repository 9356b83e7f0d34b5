import { formatMegabytes } from '@relato/contract';
import {
  chooseProvider,
  downloadModel,
  getModel,
  modelName,
  ModelError,
  speechModels,
  type ListedModel,
  type ModelFolder,
} from '@relato/speech';
import { alignColumns } from '../boot/align-columns.ts';
import { readSettings, type Settings } from '../boot/env.ts';
import { trap } from './describe-model.ts';
import { openModelFolder } from './open-model-folder.ts';
import { type Terminal, UsageError } from '../boot/run-command.ts';

export const modelUsage = `npm run model -- list           the models that transcribe on this machine, and which one is used
npm run model -- get [NAME]     fetches a model (the recommended one), or goes on where it was stopped
npm run model -- use NAME       transcribes with this model from the next recording on
npm run model -- remove NAME    deletes a model

Models are in DATA_DIR/models. A running server notices what changes there; nothing needs a restart. A file NAME.gguf that you put
there yourself can be used too. docs/transcription.md says how to choose.
`;

/** Runs one command, and returns the exit code. Throws UsageError, ModelError, SettingsError, or the reason of `signal`. */
export async function runModelCommand(
  [command, name, ...rest]: readonly string[],
  terminal: Terminal,
): Promise<0> {
  const settings = readSettings(terminal.variables, process.cwd());
  const models = openModelFolder(settings);
  if (rest.length > 0) throw new UsageError(modelUsage);
  if (command === 'list' && name === undefined) {
    toModelTable(await models.list()).forEach(terminal.print);
  } else if (command === 'get') {
    await getNamed(name, settings, models, terminal);
  } else if (command === 'use' && name !== undefined) {
    await models.use(name);
    terminal.print(`${name} is used from the next recording on.`);
    await warn(name, settings, models, terminal);
  } else if (command === 'remove' && name !== undefined) {
    await models.remove(name);
    terminal.print(`${name} is deleted.`);
  } else {
    throw new UsageError(modelUsage);
  }
  return 0;
}

async function getNamed(
  given: string | undefined,
  settings: Settings,
  models: ModelFolder,
  { print, show, signal }: Terminal,
): Promise<void> {
  const name = given ?? (await models.getWanted());
  const model = getModel(name);
  if (!model) {
    const known = speechModels.map((each) => each.name).join(', ');
    throw new ModelError(
      'name',
      `There is no model ${modelName.safeParse(name).success ? name : 'of that name'} to fetch. There are: ${known}.`,
    );
  }
  const outcome = await downloadModel(model, {
    directory: models.directory,
    baseUrl: settings.speech.modelBaseUrl,
    signal,
    onProgress: ({ receivedBytes, totalBytes }) =>
      show(
        `${name}: ${formatMegabytes(receivedBytes)} of ${formatMegabytes(totalBytes)} (${Math.floor((receivedBytes / totalBytes) * 100)} %)`,
      ),
  });
  print(
    outcome === 'fetched'
      ? `${name} is here, and its checksum is right (${model.license}, by ${model.author}).`
      : `${name} was here already, and its checksum is right.`,
  );
  await warn(name, settings, models, { print });
}

/** Warns about the limits of a model, and if a server with these settings uses another transcriber. */
async function warn(
  name: string,
  settings: Settings,
  models: ModelFolder,
  { print }: Pick<Terminal, 'print'>,
): Promise<void> {
  if (getModel(name)?.takesLanguage === false) print(trap);
  const provider = chooseProvider(settings.speech);
  if (provider !== 'local') {
    return print(
      provider === 'none' && settings.speech.provider === undefined
        ? 'But LOCAL_SPEECH=off: the server transcribes on this machine only without it, or with SPEECH_PROVIDER=local.'
        : `But the server's settings choose ${provider}: SPEECH_PROVIDER=local makes it transcribe on this machine.`,
    );
  }
  const used = await models.find();
  if (used?.name === name) return;
  const wanted = await models.getWanted();
  print(
    settings.speech.model === undefined
      ? `The server transcribes with ${wanted}: 'npm run model -- use ${name}' changes that.`
      : `But SPEECH_MODEL is ${wanted}, which wins.`,
  );
}

const headings = ['', 'MODEL', 'HERE', 'SIZE', 'ERRORS', 'SPEED', 'MEMORY', 'WORD TIMES', 'TOLD', 'LICENCE'];
const legend = [
  '',
  '* is used. ERRORS: wrong words of a hundred in Spanish that was read aloud, as published; more when people speak freely.',
  'SPEED (times real time, two cores) and MEMORY: estimates. TOLD: the model is told that it hears Spanish. One that is not may write',
  'English or nonsense for what people say freely, and is used only if it is chosen.',
  "A model that you put there yourself has none of these: 'npm run transcription:evaluate' measures them.",
];

/** Returns the lines of a table of these models. */
function toModelTable(models: readonly ListedModel[]): string[] {
  const rows = [headings, ...models.map(toCells)];
  return [...alignColumns(rows), ...legend];
}

function toCells({ name, state, isChosen, bytes }: ListedModel): string[] {
  const model = getModel(name);
  const percent = model ? Math.floor((bytes / model.bytes) * 100) : 0;
  return [
    isChosen ? '*' : '',
    name,
    { installed: 'yes', partial: `${percent} %`, missing: 'no' }[state],
    formatMegabytes(model?.bytes ?? bytes),
    model ? `${model.publishedWer} %` : '-',
    model ? `${model.estimatedSpeed}x` : '-',
    model ? formatMegabytes(model.estimatedMemoryBytes) : '-',
    model?.wordTimes ?? '-',
    model ? (model.takesLanguage ? 'yes' : 'no') : '-',
    model?.license ?? '-',
  ];
}
