import { parseArgs } from 'node:util';
import { StorageSettingsError } from '@relato/storage';
import { readSettings, type Settings } from '../boot/env.ts';
import { openStorage } from './open-storage.ts';
import { copyObjects, verifyObjects, type CopyWork, type ObjectTrouble } from './copy-objects.ts';
import { type Terminal, UsageError } from '../boot/run-command.ts';

export const storageUsage = `npm run storage -- copy --from disk --to s3     copies the audio that the other store lacks
npm run storage -- copy --from disk --to s3 --hashes   the same, and compares those that are there by their hashes
npm run storage -- verify --from disk --to s3   reads everything in both and compares it

disk is DATA_DIR/audio, s3 the store of S3_ENDPOINT and S3_BUCKET in '.env'; from s3 to disk works as well. Servers may run
meanwhile. A copy that was stopped is continued by the same command. STORAGE says which store the server uses:
docs/operations.md has the steps of a move.
`;

/**
 * Runs one command. Returns the exit code, which is 1 if something is wrong. Throws UsageError, SettingsError,
 * StorageSettingsError and StorageError.
 */
export async function runStorageCommand(args: readonly string[], terminal: Terminal): Promise<0 | 1> {
  const { command, from, to, hashes } = parse(args);
  const settings = readSettings(terminal.variables, process.cwd());
  const source = await openStorage(from, settings);
  const target = await openStorage(to, settings);
  try {
    const work = { ...terminal, from: source.storage, to: target.storage };
    return command === 'copy' ? await copy(work, hashes, terminal) : await verify(work, terminal);
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

async function copy(work: CopyWork, hashes: boolean, { print }: Terminal): Promise<0 | 1> {
  await copyMark(work);
  const { copied, kept, troubles } = await copyObjects(work, { hashes });
  print(`Copied ${copied}; ${kept} were there already.`);
  return printTroubles(troubles, print, 'Not copied. The same command tries them again:');
}

/** Binds the copy to the same database. Throws StorageSettingsError if the store belongs to another one. */
async function copyMark({ from, to }: CopyWork): Promise<void> {
  const [mark, there] = [await from.readMark(), await to.readMark()];
  if (there === mark) return;
  if (there !== null)
    throw new StorageSettingsError(
      'The second store belongs to another database than the first. Copy into an empty one, or delete relato-database there if nothing uses it.',
    );
  if (mark !== null) await to.writeMark(mark);
}

async function verify(work: CopyWork, { print }: Terminal): Promise<0 | 1> {
  const { same, troubles, others } = await verifyObjects(work);
  print(`${same} are the same in both stores.`);
  // Objects of the last day may belong to a running upload, and those that were copied have the time of their copy.
  if (others > 0)
    print(
      `${others} are in the second store only, such as those that were deleted since: 'npm run admin -- storage repair' deletes them a day after the move.`,
    );
  return printTroubles(troubles, print, 'Not the same. `copy --hashes` copies them again:');
}

function printTroubles(troubles: readonly ObjectTrouble[], print: Terminal['print'], heading: string): 0 | 1 {
  if (troubles.length === 0) return 0;
  print(heading);
  for (const { key, trouble } of troubles) print(`  ${key} ${trouble}`);
  return 1;
}

type Kind = Settings['storage'];

function parse(args: readonly string[]): {
  readonly command: 'copy' | 'verify';
  readonly from: Kind;
  readonly to: Kind;
  readonly hashes: boolean;
} {
  const { positionals, values } = parseOrExplain(args);
  const [command, ...others] = positionals;
  const { from, to, hashes = false } = values;
  if ((command !== 'copy' && command !== 'verify') || others.length > 0) throw new UsageError(storageUsage);
  if (!isKind(from) || !isKind(to) || from === to) throw new UsageError(storageUsage);
  if (hashes && command !== 'copy') throw new UsageError(storageUsage);
  return { command, from, to, hashes };
}

function parseOrExplain(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { from: { type: 'string' }, to: { type: 'string' }, hashes: { type: 'boolean' } },
    });
  } catch (cause) {
    throw new UsageError(storageUsage, { cause });
  }
}

const isKind = (name: string | undefined): name is Kind => name === 'disk' || name === 's3';
