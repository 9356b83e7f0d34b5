import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '@relato/testing/network/free-port';
import type { DrillResult } from '@relato/testing/drill-result';
import { startFakeOpenAI, type FakeOpenAI } from '@relato/testing/speech/openai';
import { pickGarbage } from './garbage.ts';
import { listLate } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { inDrillWorld, type DrillWorld } from '../world/world.ts';

const clearedMs = 300_000;
const durationMs = 5_000;

const useProvider = (url: string, apiKey: string | null) => ({
  SPEECH_PROVIDER: 'openai',
  SPEECH_BASE_URL: url,
  SPEECH_API_KEY: apiKey ?? '',
});

/** Lets each user save stories in sequence. */
const saveAll = (world: DrillWorld, saves: number): Promise<unknown> =>
  Promise.all(
    world.users.map(async (user, n) => {
      for (let save = n; save < saves; save += world.users.length) await world.client.save(user);
    }),
  );

const countCompleted = ({ database }: DrillWorld): Promise<number> =>
  database.prisma.transcript.count({ where: { status: 'completed' } });

/** Users save while the address of the provider refuses connections, until the provider returns. */
export async function loseProvider(downSeconds: number): Promise<DrillResult> {
  const port = await findFreePort();
  const apiKey = 'sk-fake-openai-key';
  let provider: FakeOpenAI | undefined;
  const result = await inDrillWorld(async (world) => {
    await world.serve(useProvider(`http://127.0.0.1:${port}`, apiKey));
    const saves = Math.min(100, 12 + downSeconds);
    await Promise.all([saveAll(world, saves), delay(downSeconds * 1_000)]);
    const problems = (await countCompleted(world)) > 0 ? ['a text came from nowhere'] : [];
    provider = await startFakeOpenAI({ port, apiKey, durationMs });
    const isClear = async () => (await countCompleted(world)) >= saves;
    const clearMs = (await measureUntil(isClear, clearedMs + 60_000)) ?? clearedMs + 60_000;
    problems.push(...listLate('the backlog', [clearMs], clearedMs));
    const fault = `REL-07 provider down for ${downSeconds} s`;
    return world.report({ fault, tries: saves, recoveriesMs: [clearMs], problems });
  });
  await provider?.stop();
  return result;
}

const garbagePerSave = 2;

/** The provider answers with garbage of all kinds, twice for each recording. */
export async function answerGarbage(answers: number): Promise<DrillResult> {
  const provider = await startFakeOpenAI({ durationMs });
  for (let n = 0; n < answers; n += 1) provider.nextFailure(pickGarbage(n));
  const result = await inDrillWorld(async (world) => {
    const server = await world.serve(useProvider(provider.url, provider.apiKey));
    const saves = Math.ceil(answers / garbagePerSave);
    let isSaved = false;
    const saving = saveAll(world, saves).then(() => (isSaved = true));
    const problems: string[] = [];
    const seen = new Set<string | null>();
    const { transcript } = world.database.prisma;
    const isDone = async () => {
      const rows = await transcript.groupBy({ by: ['status', 'trouble'], _count: true });
      rows.forEach(({ trouble }) => seen.add(trouble));
      return isSaved && rows.every(({ status }) => status === 'completed' || status === 'error');
    };
    // The first transcript may end before the last story is saved.
    if ((await measureUntil(isDone, 300_000)) === null) problems.push('transcripts are still under way');
    await saving;
    if (!seen.has('busy')) problems.push('no trouble was shown');
    // A final failure is visible, and its owner requests the transcript again.
    const failed = await transcript.findMany({ where: { status: 'error' }, include: { recording: true } });
    for (const { recordingId, recording, trouble } of failed) {
      if (trouble === null) problems.push('a failure without a reason');
      const owner = world.users.find(({ id }) => id === recording.userId);
      if (owner) await world.client.change(owner, 'transcription.retry', { recordingId });
    }
    await measureUntil(isDone, 60_000);
    if (server.process.exitCode !== null || server.process.signalCode !== null)
      problems.push('the server has ended');
    const given = provider.requests.length - provider.transcriptions.length;
    if (given < answers) problems.push(`only ${given} answers were garbage`);
    const completed = await countCompleted(world);
    if (completed !== saves) problems.push(`${completed} transcripts of ${saves} are complete`);
    const fault = `REL-09 garbage answers (${failed.length} retried by their owners)`;
    return world.report({ fault, tries: answers, problems });
  });
  await provider.stop();
  return result;
}
