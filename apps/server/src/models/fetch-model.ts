import { setTimeout as delay } from 'node:timers/promises';
import { formatMegabytes } from '@relato/contract';
import { downloadModel, getModel, ModelError, type DownloadOptions, type ModelFolder } from '@relato/speech';
import { describeModel } from './describe-model.ts';

const minuteMs = 60_000;
/** A missing network may return soon, but a hub with the wrong file keeps it for a while. */
const retryMs: Record<ModelError['kind'], number> = {
  busy: minuteMs,
  network: 10 * minuteMs,
  space: 10 * minuteMs,
  server: 360 * minuteMs,
  checksum: 360 * minuteMs,
  name: 360 * minuteMs,
};
const maxRetryMs = 360 * minuteMs;
/** The shortest time between two lines of progress, which report each tenth. */
const progressMs = 10_000;

interface FetchOptions {
  readonly models: ModelFolder;
  /** False if the operator forbids downloads: a missing model then stays missing. */
  readonly mayFetch: boolean;
  readonly print: (line: string) => void;
  /** Returns why this machine can run no model, or null. */
  readonly findFault: () => Promise<string | null>;
  /** Receives unforeseen errors. */
  readonly onError: (error: unknown) => void;
  readonly download: Omit<DownloadOptions, 'directory' | 'onProgress' | 'signal'>;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Reports in the background that this machine cannot transcribe, or fetches the missing model. Prints the start, the
 * progress and, once, the reason of a failed download, and retries after growing delays. Returns a function that stops it. A
 * stopped download continues at the next start.
 */
export function startFetchingModel(options: FetchOptions): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ended = fetchUntilThere(options, signal).catch((error: unknown) => {
    if (!signal.aborted) options.onError(error);
  });
  return () => {
    stopping.abort();
    return ended;
  };
}

const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal, ref: false });

async function fetchUntilThere(options: FetchOptions, signal: AbortSignal): Promise<void> {
  const { models, mayFetch, print, download, wait = waitFor } = options;
  const said = new Set<string>();
  const say = (line: string): void => {
    if (!said.has(line)) print(`  model      ${line}`);
    said.add(line);
  };
  if (!mayFetch && (await models.find()) === null) return;
  const fault = await options.findFault();
  signal.throwIfAborted();
  if (fault !== null) {
    return say(`this machine cannot transcribe (${fault}): docs/transcription.md has other ways`);
  }
  if (!mayFetch) return;
  for (let failures = 0; (await models.find()) === null; failures += 1) {
    const name = await models.getWanted();
    const model = getModel(name);
    if (!model)
      return say(
        `${name}.gguf is not in ${models.directory}: put it there, or choose another with 'npm run model'.`,
      );
    try {
      say(
        `fetching ${describeModel(name)} (${formatMegabytes(model.bytes)}, once, ${model.license} by ${model.author}); recordings wait for it`,
      );
      await downloadModel(model, {
        ...download,
        directory: models.directory,
        signal,
        onProgress: createProgress(print, name),
      });
      return say(`${name} is here: what waited is being transcribed`);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      say(`${error.message} Recordings wait for their text; this is tried again by itself.`);
      await wait(Math.min(retryMs[error.kind] * 2 ** failures, maxRetryMs), signal);
    }
  }
}

function createProgress(
  print: (line: string) => void,
  name: string,
): NonNullable<DownloadOptions['onProgress']> {
  let printedAt = performance.now();
  let printed = 0;
  return ({ receivedBytes, totalBytes }) => {
    const tenths = Math.floor((receivedBytes / totalBytes) * 10);
    if (tenths <= printed || tenths === 10 || performance.now() - printedAt < progressMs) return;
    printed = tenths;
    printedAt = performance.now();
    print(`  model      ${name}: ${formatMegabytes(receivedBytes)} of ${formatMegabytes(totalBytes)}`);
  };
}
