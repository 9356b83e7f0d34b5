import type { DrillWorld } from './world.ts';

const tendMs = 2_000;

/**
 * Plays the administrator: retries the inspections that were given up, such as one whose worker was killed five times.
 * Returns a function that stops it and returns their number.
 */
export function tendInspections({ client, administrator }: DrillWorld): () => number {
  let retried = 0;
  const tend = async (): Promise<void> => {
    const page = (await client.ask(administrator, 'recordings.failedInspections', {})) as {
      readonly items: readonly { readonly recordingId: string }[];
    };
    for (const { recordingId } of page.items) {
      await client.ask(administrator, 'recordings.retryInspection', { recordingId });
      retried += 1;
    }
  };
  // The server may be away; the next round asks again.
  const timer = setInterval(() => void tend().catch(() => {}), tendMs).unref();
  return () => {
    clearInterval(timer);
    return retried;
  };
}
