import { randomUUID } from 'node:crypto';
import * as audio from '@relato/audio';
import { limits, type JobName, type RecordingId } from '@relato/contract';
import { afterEach, beforeAll, onTestFinished, vi } from 'vitest';
import { createDeadJobHandlers, createJobHandlers } from '../../job-handlers.ts';
import { prepareJobQueue, startJobQueue, type JobQueue } from '../../jobs/queue.ts';
import type { Services, Viewer } from '../../rpc/context.ts';
import { useUser } from '../users.ts';
import { useTestWorld } from '../world.ts';

/** The inspection of a valid recording. */
const inOrder = {
  ok: true,
  container: 'webm',
  codec: 'opus',
  durationMs: 5_000,
  mimeType: 'audio/webm; codecs=opus',
  playback: Uint8Array.of(1, 2, 3),
  peaks: Array.from({ length: limits.recording.peaks }, () => 1),
  isCutShort: false,
} as const;

/** Replaces the inspection, and the measuring that follows it, until the returned function is called or the test ends. */
export function replaceInspection(inspect: typeof audio.inspectRecording = async () => inOrder): () => void {
  const inspecting = vi.spyOn(audio, 'inspectRecording').mockImplementation(inspect);
  const measuring = vi.spyOn(audio, 'measureLoudness').mockResolvedValue(null);
  const restore = () => {
    inspecting.mockRestore();
    measuring.mockRestore();
  };
  onTestFinished(restore);
  return restore;
}

export const opus = 'chromium_timeslice_noduration.webm';

/** Creates a world whose tests may start the real queue. */
export function useRealQueue() {
  const world = useTestWorld();
  const administrator = useUser(world, 'administra', 'administrator');
  /** Gets its properties when a test starts the queue. */
  const started = {} as { queue: JobQueue; services: Services };
  const errors: Error[] = [];
  const onError = (error: Error) => void errors.push(error);
  const addPerson = () => world.addUser(`persona_${randomUUID().slice(0, 8)}`);
  beforeAll(() => prepareJobQueue(world.database.url));
  afterEach(() => void world.queued.splice(0));

  /** Starts the real queue until the test ends. */
  async function startQueue(): Promise<typeof started> {
    const queue = await startJobQueue({ database: world.database, onError });
    onTestFinished(async () => {
      await queue.stop(5_000);
      await world.database.prisma.$executeRaw`DELETE FROM pgboss.job`;
    });
    return Object.assign(started, { queue, services: { ...world.services, jobs: queue } });
  }

  const work = ({ queue, services } = started) =>
    queue.work(createJobHandlers(services), createDeadJobHandlers(services));
  const rowOf = (id: string) => world.database.prisma.recording.findUniqueOrThrow({ where: { id } });
  const statusOf = (viewer: Viewer, id: RecordingId) => world.callAs(viewer).recordings.status({ id });
  const administration = () => world.callAs(administrator, undefined, { jobs: started.queue });

  /** Makes waiting jobs due, and wakes their workers, until `expected` holds. */
  const soon = (expected: () => Promise<void>) =>
    vi.waitFor(
      async () => {
        const due = await world.database.prisma.$queryRaw<{ name: JobName }[]>`
          UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND start_after > now() RETURNING name`;
        for (const { name } of due) started.queue.wake(name);
        await expected();
      },
      { timeout: 60_000, interval: 50 },
    );

  /** Uploads a recording whose inspection is a job of the real queue. */
  async function upload(viewer: Viewer): Promise<RecordingId> {
    const id = await world.upload(viewer, opus);
    await takeJobs();
    return id;
  }

  /** Moves the jobs of the test world into the real queue. */
  async function takeJobs(): Promise<void> {
    for (const { name, data } of world.queued.splice(0)) {
      if (name !== 'inspect-recording' || !('recordingId' in data)) continue;
      const { userId } = await rowOf(data.recordingId);
      await started.queue.enqueue(world.database.prisma, name, data, { group: userId });
    }
  }

  return { world, errors, addPerson, startQueue, work, rowOf, statusOf, administration, soon, upload };
}
