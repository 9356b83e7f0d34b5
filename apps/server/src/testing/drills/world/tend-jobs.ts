import type { DrillUser } from './acknowledged.ts';
import type { DrillClient } from './client.ts';

const tendMs = 2_000;

interface Tended {
  readonly client: DrillClient;
  readonly administrator: DrillUser;
}

/**
 * Acts as the administrator, who retries failed inspections and MP3s, such as one whose worker was killed five times.
 * Returns their number.
 */
export async function retryJobs({ client, administrator }: Tended): Promise<number> {
  const inspections = (await client.ask(administrator, 'recordings.failedInspections', {})) as {
    readonly items: readonly { readonly recordingId: string }[];
  };
  for (const { recordingId } of inspections.items)
    await client.ask(administrator, 'recordings.retryInspection', { recordingId });
  const mp3s = (await client.ask(administrator, 'admin.failedJobs', { job: 'make-mp3' })) as {
    readonly items: readonly { readonly id: string }[];
  };
  for (const { id } of mp3s.items) await client.ask(administrator, 'admin.retryJob', { id });
  return inspections.items.length + mp3s.items.length;
}

/** Repeats `retryJobs`. Returns a function that stops it and returns the number of retried jobs. */
export function tendJobs(world: Tended): () => number {
  let retried = 0;
  const tend = async (): Promise<void> => {
    retried += await retryJobs(world);
  };
  // The server may be away, so the next round tries again.
  const timer = setInterval(() => void tend().catch(() => {}), tendMs).unref();
  return () => {
    clearInterval(timer);
    return retried;
  };
}
