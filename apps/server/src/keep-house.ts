import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { collectRecordings, listUploading, type Services } from '@relato/api';
import { limits, recordingId } from '@relato/contract';

const houseKeepingMs = 3_600_000;

/** What is over goes now and then: sessions, links, abandoned recordings. Nothing depends on when. Returns how to end that. */
export function keepHouse(
  services: Services,
  { uploadDir }: { readonly uploadDir: string },
): () => Promise<void> {
  const keep = () => {
    services.inBackground(services.auth.deleteExpired());
    services.inBackground(services.rateLimiter.deleteExpired());
    services.inBackground(collect(services, uploadDir));
  };
  const timer = setInterval(keep, houseKeepingMs);
  keep();
  return async () => clearInterval(timer);
}

async function collect(services: Services, uploadDir: string): Promise<void> {
  await collectRecordings(services);
  await collectLeftovers(services, uploadDir);
}

/**
 * Removes what uploads left in `directory` when their recordings were collected, discarded, refused or taken over
 * while the server was being killed. What is being uploaded, or was touched lately, stays.
 */
export async function collectLeftovers(services: Services, directory: string): Promise<void> {
  const files = (await listFiles(directory)).map((name) => ({ name, id: name.replace(/\.json$/u, '') }));
  const leftovers = files.filter(({ id }) => recordingId.safeParse(id).success);
  const uploading = await listUploading(services, [...new Set(leftovers.map(({ id }) => id))]);
  for (const { name, id } of leftovers) {
    const path = join(directory, name);
    if (!uploading.has(id) && (await isOld(path))) await rm(path, { force: true });
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** None before the first upload. */
async function listFiles(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** False for what went meanwhile. */
async function isOld(path: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(path);
    return mtimeMs < Date.now() - limits.recording.leftoverHours * 3_600_000;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
