import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { LocalModel } from '../local/create-local.ts';
import { getModel, recommendModel, speechModels, type SpeechModel } from './catalogue.ts';
import { ModelError } from './model-error.ts';

export interface ListedModel {
  readonly name: string;
  /** `partial` if its size differs from the table. */
  readonly state: 'installed' | 'partial' | 'missing';
  readonly isChosen: boolean;
  /** The size of its file in the folder. */
  readonly bytes: number;
}

/** The models of an installation, each in a file `NAME.gguf`, and the choice of the used one. */
export interface ModelFolder {
  readonly directory: string;
  /** Returns the model for transcriptions, or null if it is missing or incomplete. Costs a few system calls. */
  find(): Promise<LocalModel | null>;
  /** Returns the best model of the table in the folder with a fixed language, or null. */
  findTold(): Promise<LocalModel | null>;
  /** Returns the name of the used or required model: the chosen or the recommended one. */
  getWanted(): Promise<string>;
  /** Returns a text that changes with the model from `find` and with its bytes. */
  getVersion(): Promise<string>;
  /** Lists the models of the table and the other files of the folder. */
  list(): Promise<ListedModel[]>;
  /** Uses this model from the next recording on. Throws ModelError `name` if it is not in the folder. */
  use(name: string): Promise<void>;
  /** Deletes a model and its downloaded part. Throws ModelError `name` if there is neither. */
  remove(name: string): Promise<void>;
}

interface ModelFolderOptions {
  readonly directory: string;
  /** SPEECH_MODEL, which has priority over `use`. */
  readonly chosen?: string | undefined;
  /** The memory of the machine or container, by which a model is recommended. */
  readonly memoryBytes?: number;
}

/** Names become parts of paths, so they contain no slash and do not start with a dot. */
export const modelName = z.string().regex(/^\w[\w.-]{0,99}$/u);
const choice = z.object({ model: modelName });
const extension = '.gguf';

export const toModelFile = (name: string): string => `${name}${extension}`;

const readBytes = (path: string): Promise<number> =>
  stat(path).then(
    (file) => (file.isFile() ? file.size : 0),
    () => 0,
  );

/** A container without a limit has an immense one, or 0. */
const readMemoryBytes = (): number => Math.min(process.constrainedMemory() || Infinity, totalmem());

export function createModelFolder({
  directory,
  chosen,
  memoryBytes = readMemoryBytes(),
}: ModelFolderOptions): ModelFolder {
  const pathOf = (name: string): string => join(directory, toModelFile(name));
  const choiceFile = join(directory, 'active.json');

  async function isInstalled(name: string): Promise<boolean> {
    const bytes = await readBytes(pathOf(name));
    return bytes > 0 && bytes === (getModel(name)?.bytes ?? bytes);
  }

  async function readChoice(): Promise<string | null> {
    if (chosen !== undefined) return chosen;
    const text = await readFile(choiceFile, 'utf8').catch(() => '{}');
    try {
      return choice.safeParse(JSON.parse(text)).data?.model ?? null;
    } catch {
      return null;
    }
  }

  /** Returns the names of the files in the folder, those of the table first. */
  async function listNames(): Promise<string[]> {
    const files = await readdir(directory).catch(() => []);
    const names = files
      .filter((file) => file.endsWith(extension))
      .map((file) => file.slice(0, -extension.length))
      .filter((name) => modelName.safeParse(name).success)
      .toSorted();
    const known = speechModels.map(({ name }) => name);
    return [
      ...known.filter((name) => names.includes(name)),
      ...names.filter((name) => !known.includes(name)),
    ];
  }

  async function findName(): Promise<string | null> {
    const name = await readChoice();
    if (name !== null) return (await isInstalled(name)) ? name : null;
    return findFirst(({ takesLanguage = true }) => takesLanguage);
  }

  /** Returns the name of the first suitable model in the folder. Nothing is known about a file outside of the table. */
  async function findFirst(fits: (model: Partial<SpeechModel>) => boolean): Promise<string | null> {
    for (const name of await listNames()) {
      if (fits(getModel(name) ?? {}) && (await isInstalled(name))) return name;
    }
    return null;
  }

  const toLocalModel = (name: string | null): LocalModel | null =>
    name === null ? null : { name, path: pathOf(name) };

  return {
    directory,
    find: async () => toLocalModel(await findName()),
    findTold: async () => toLocalModel(await findFirst(({ takesLanguage = false }) => takesLanguage)),
    getWanted: async () => (await readChoice()) ?? (await findName()) ?? recommendModel(memoryBytes),
    getVersion: async () => {
      const name = await findName();
      if (name === null) return '';
      const file = await stat(pathOf(name)).catch(() => null);
      return `${name} ${file?.size} ${file?.mtimeMs} ${file?.ino}`;
    },
    list: async () => {
      const used = await findName();
      const names = new Set([...speechModels.map(({ name }) => name), ...(await listNames())]);
      return Promise.all(
        [...names].map(async (name): Promise<ListedModel> => {
          const bytes = await readBytes(pathOf(name));
          const partBytes = await readBytes(`${pathOf(name)}.part`);
          const isWhole = await isInstalled(name);
          return {
            name,
            state: isWhole ? 'installed' : bytes + partBytes > 0 ? 'partial' : 'missing',
            isChosen: name === used,
            bytes: isWhole ? bytes : bytes + partBytes,
          };
        }),
      );
    },
    use: async (name) => {
      if (!modelName.safeParse(name).success || !(await isInstalled(name)))
        throw missingError(name, directory);
      await mkdir(directory, { recursive: true });
      await writeFile(`${choiceFile}.new`, `${JSON.stringify({ model: name })}\n`);
      await rename(`${choiceFile}.new`, choiceFile);
    },
    remove: async (name) => {
      if (!modelName.safeParse(name).success) throw missingError(name, directory);
      const files = [pathOf(name), `${pathOf(name)}.part`, `${pathOf(name)}.part.etag`];
      const sizes = await Promise.all(files.map(readBytes));
      if (sizes.every((bytes) => bytes === 0)) throw missingError(name, directory);
      for (const file of files) await rm(file, { force: true });
      if (chosen === undefined && (await readChoice()) === name) await rm(choiceFile, { force: true });
    },
  };
}

const missingError = (name: string, directory: string): ModelError =>
  new ModelError(
    'name',
    getModel(name) === null
      ? `There is no ${toModelFile(name)} in ${directory}. 'npm run model -- list' shows what there is.`
      : `${name} is not here yet: npm run model -- get ${name}`,
  );
