import { mkdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, formatMegabytes, serverLimits } from '@relato/contract';
import type { SpeechModel } from './catalogue.ts';
import { withDownloadLock } from './download-lock.ts';
import { hashFile } from './file-hash.ts';
import { ModelError } from './model-error.ts';
import { toModelFile } from './model-folder.ts';
import { PartialFile } from './partial-file.ts';
import { requestModel } from './request-model.ts';

interface DownloadProgress {
  readonly receivedBytes: number;
  readonly totalBytes: number;
}

interface DownloadTiming {
  /** A connection without a byte for this long counts as broken. */
  readonly stallMs: number;
  /** The wait before the next attempt, which doubles after each attempt without bytes. */
  readonly firstRetryMs: number;
  /** The number of consecutive connections that may break without a byte. */
  readonly maxAttempts: number;
}

export interface DownloadOptions {
  /** The folder of the models, which is created if needed. */
  readonly directory: string;
  /** The hub: `https://huggingface.co`, a mirror of it, or a stand-in on this machine. */
  readonly baseUrl: string;
  readonly onProgress?: (progress: DownloadProgress) => void;
  readonly signal?: AbortSignal | undefined;
  readonly timing?: Partial<DownloadTiming>;
  /** The number of bytes between two checks of the free space. */
  readonly spaceCheckBytes?: number;
  readonly measure?: (
    directory: string,
  ) => Promise<{ readonly bavail: number; readonly blocks: number; readonly bsize: number }>;
}

const defaultTiming: DownloadTiming = { stallMs: 30_000, firstRetryMs: 1_000, maxAttempts: 5 };

/**
 * Downloads a model into its folder: continues an unfinished download, verifies the checksum, and only then gives the file
 * its name, so that a file of that name is whole. Returns `present` without a request if the folder already has it. Throws
 * ModelError, or the reason of `signal`. The arrived part stays for the next call, unless its checksum is wrong or the disk
 * is full.
 */
export async function downloadModel(
  model: SpeechModel,
  options: DownloadOptions,
): Promise<'fetched' | 'present'> {
  const { directory } = options;
  await mkdir(directory, { recursive: true });
  const file = join(directory, toModelFile(model.name));
  return withDownloadLock(`${file}.lock`, async () => {
    if (await isWhole(file, model)) return 'present';
    const part = await PartialFile.open(`${file}.part`, model);
    try {
      await fillPart(part, model, options);
      if (part.sha256() !== model.sha256) {
        await part.discard();
        throw new ModelError(
          'checksum',
          `What ${new URL(options.baseUrl).host} sent as ${model.name} is not that model: its checksum is wrong. It was deleted.`,
        );
      }
      await part.finish(file);
      return 'fetched';
    } finally {
      await part.close();
    }
  });
}

async function isWhole(file: string, model: SpeechModel): Promise<boolean> {
  const bytes = await stat(file).then(
    ({ size }) => size,
    () => null,
  );
  return bytes === model.bytes && (await hashFile(file)) === model.sha256;
}

/** Requests the missing bytes until all have arrived, as long as each attempt makes progress. */
async function fillPart(part: PartialFile, model: SpeechModel, options: DownloadOptions): Promise<void> {
  const timing = { ...defaultTiming, ...options.timing };
  let failures = 0;
  while (part.bytes < model.bytes) {
    options.signal?.throwIfAborted();
    const before = part.bytes;
    try {
      await receive(part, model, { ...options, stallMs: timing.stallMs });
      if (part.bytes >= model.bytes) return;
      throw new BrokenConnection(new Error('the answer ended early'));
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!(error instanceof BrokenConnection)) throw error;
      failures = part.bytes > before ? 1 : failures + 1;
      if (failures >= timing.maxAttempts) throw toNetworkError(model, part.bytes, options.baseUrl, error);
      await delay(timing.firstRetryMs * 2 ** (failures - 1), undefined, {
        ...(options.signal && { signal: options.signal }),
      }).catch(() => options.signal?.throwIfAborted());
    }
  }
}

/** The connection broke or failed, and the next attempt may continue where this one ended. */
class BrokenConnection extends Error {
  constructor(cause: unknown) {
    super('the connection broke', { cause });
  }
}

const throwBroken = (error: unknown): never => {
  throw error instanceof ModelError ? error : new BrokenConnection(error);
};

function toNetworkError(
  model: SpeechModel,
  bytes: number,
  baseUrl: string,
  { cause }: BrokenConnection,
): ModelError {
  const { host } = new URL(baseUrl);
  const why = toReason(cause);
  return new ModelError(
    'network',
    bytes === 0
      ? `Cannot fetch ${model.name} from ${host}${why}.`
      : `The connection to ${host} broke at ${formatMegabytes(bytes)} of ${formatMegabytes(model.bytes)}${why}. The same command continues there.`,
    { cause },
  );
}

/** Returns the code of a network error, such as ENOTFOUND, or the status of an answer, in brackets, or an empty text. */
function toReason(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  const reason = cause.message.startsWith('HTTP ') ? cause.message : codeOf(cause.cause);
  return reason === '' ? '' : ` (${reason})`;
}

/** Requests and writes the missing bytes. Throws BrokenConnection if a further attempt may help. */
async function receive(
  part: PartialFile,
  model: SpeechModel,
  options: DownloadOptions & { readonly stallMs: number },
): Promise<void> {
  const { spaceCheckBytes = 32 * 1024 * 1024 } = options;
  await requireSpace(part, model, options);
  const stall = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wind = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => stall.abort(new Error(`no byte for ${options.stallMs} ms`)), options.stallMs);
  };
  wind();
  try {
    const response = await requestModel({
      url: `${options.baseUrl}/${model.repository}/resolve/${model.revision}/${model.file}`,
      headers: part.toRangeHeaders(),
      signal: options.signal ? AbortSignal.any([stall.signal, options.signal]) : stall.signal,
    }).catch(throwBroken);
    await prepareFor(response, part, model);
    const chunks = response.body?.getReader();
    for (
      let next = await chunks?.read().catch(throwBroken);
      next?.value;
      next = await chunks?.read().catch(throwBroken)
    ) {
      wind();
      if (part.bytes + next.value.length > model.bytes) throw wrongSize(response, model, 'more');
      if (part.countSinceSpaceCheck(next.value.length) > spaceCheckBytes)
        await requireSpace(part, model, options);
      await part.write(next.value);
      options.onProgress?.({ receivedBytes: part.bytes, totalBytes: model.bytes });
    }
  } finally {
    clearTimeout(timer);
    // Cancels an unread body.
    stall.abort();
  }
}

/** Moves the end of the part to the start of the answer. Throws ModelError for an answer that is not a part of the model. */
async function prepareFor(response: Response, part: PartialFile, model: SpeechModel): Promise<void> {
  const { status, headers } = response;
  const host = new URL(response.url).host;
  if (status === 429 || status === 408 || status >= 500)
    throw new BrokenConnection(new Error(`HTTP ${status}`));
  // The part does not match the file of the server.
  if (status === 416) {
    await part.restart();
    throw new BrokenConnection(new Error('the server has no such range'));
  }
  if (status === 401 || status === 403 || status === 404) {
    throw new ModelError(
      'server',
      `${host} does not have ${model.name} (HTTP ${status}): ${model.repository} at ${model.revision}.`,
    );
  }
  if (status !== 200 && status !== 206)
    throw new ModelError('server', `${host} answered HTTP ${status} for ${model.name}.`);
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/u.exec(headers.get('content-range') ?? '');
  if (status === 206 && Number(range?.[1]) !== part.bytes) {
    await part.restart();
    throw new BrokenConnection(new Error('the server sent another range'));
  }
  if (status === 200) await part.restart();
  const total = status === 206 ? range?.[2] : headers.get('content-length');
  if (total && total !== '*' && Number(total) !== model.bytes)
    throw wrongSize(response, model, Number(total));
  await part.rememberETag(headers.get('etag'));
}

const wrongSize = (response: Response, model: SpeechModel, bytes: number | 'more'): ModelError =>
  new ModelError(
    'server',
    `${new URL(response.url).host} has ${bytes === 'more' ? 'more' : bytes} bytes instead of the ${model.bytes} of ${model.name}.`,
  );

/**
 * Throws ModelError `space` unless the disk keeps the space for uploads and PostgreSQL. A disk of unknown space counts as
 * free, because a write fails when it is full.
 */
async function requireSpace(
  part: PartialFile,
  model: SpeechModel,
  { directory, measure = statfs }: DownloadOptions,
): Promise<void> {
  part.spaceChecked();
  const disk = await measure(directory).catch(() => null);
  if (disk === null) return;
  const freeBytes = disk.bavail * disk.bsize;
  const minFreeBytes = Math.max(
    serverLimits.disk.minFreeBytes,
    disk.blocks * disk.bsize * serverLimits.disk.minFreeRatio,
  );
  const neededBytes = model.bytes - part.bytes + minFreeBytes;
  if (freeBytes >= neededBytes) return;
  throw new ModelError(
    'space',
    `The disk of ${directory} has ${formatMegabytes(freeBytes)} free; ${model.name} needs ${formatMegabytes(neededBytes)}, of which ${formatMegabytes(minFreeBytes)} stay free.`,
  );
}
