import type { ModelFolder } from '@relato/speech';

/**
 * The folder is polled, because file system notifications are lost on network disks and in some containers. A poll costs a
 * few system calls.
 */
const intervalMs = 2_000;

interface WatchOptions {
  readonly models: Pick<ModelFolder, 'getVersion'>;
  /** Called when there is a model, first at the start and then after each change of it. */
  readonly onModel: () => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Watches for the model of the local transcriber, whether it is fetched, chosen, or copied by hand. Returns a function that
 * stops it.
 */
export function watchModels({ models, onModel, onError }: WatchOptions): () => Promise<void> {
  let known = '';
  let last = '';
  const look = async (): Promise<void> => {
    const version = await models.getVersion();
    // A file that is being copied differs between two polls.
    const isSettled = version === last;
    last = version;
    if (!isSettled || version === known) return;
    known = version;
    if (version !== '') onModel();
  };
  let looking: Promise<void> | null = null;
  const lookOnce = (): void => {
    // A slow disk is polled again only after its answer.
    looking ??= look()
      .catch(onError)
      .finally(() => (looking = null));
  };
  lookOnce();
  const timer = setInterval(lookOnce, intervalMs).unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
