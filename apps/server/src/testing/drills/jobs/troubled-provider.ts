import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@relato/contract';
import { findFreePort } from '@relato/testing/network/free-port';
import type { DrillResult } from '@relato/testing/drill-result';
import type { LoopbackFailure } from '@relato/testing/network/loopback';
import type { ServerProcess } from '@relato/testing/server-process';
import { startFakeOpenAI, type FakeOpenAI } from '@relato/testing/speech/openai';
import { pickGarbage } from './garbage.ts';
import { listLate } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { createDrillWorld, type DrillWorld } from '../world/world.ts';

const clearedMs = 300_000;
const durationMs = 5_000;

const useProvider = (url: string, apiKey: string | null) => ({
  SPEECH_PROVIDER: 'openai',
  SPEECH_BASE_URL: url,
  SPEECH_API_KEY: apiKey ?? '',
});

/** Each user saves stories, one after another. */
const saveAll = (world: DrillWorld, saves: number): Promise<unknown> =>
  Promise.all(
    world.users.map(async (user, n) => {
      for (let save = n; save < saves; save += world.users.length) await world.client.save(user);
    }),
  );

const countTranscripts = ({ database }: DrillWorld, status: 'completed' | 'error'): Promise<number> =>
  database.prisma.transcript.count({ where: { status } });

/** Ends a drill in which every recording must have its text, sooner or later. */
async function finish(
  fault: string,
  world: DrillWorld,
  { tries, recoveriesMs, problems }: Pick<DrillResult, 'tries' | 'recoveriesMs' | 'problems'>,
): Promise<DrillResult> {
  const found = await world.check();
  const saves = world.client.history.filter(({ kind }) => kind === 'save').length;
  const completed = await countTranscripts(world, 'completed');
  return {
    fault,
    tries,
    recoveriesMs,
    ...found,
    problems: [
      ...problems,
      ...found.problems,
      ...(completed === saves ? [] : [`${completed} transcripts of ${saves} are complete`]),
    ],
  };
}

/** Users save while nothing listens at the address of the provider, which then comes back. */
export async function loseProvider(downSeconds: number): Promise<DrillResult> {
  const world = await createDrillWorld();
  const port = await findFreePort();
  const apiKey = 'sk-fake-openai-key';
  let provider: FakeOpenAI | undefined;
  try {
    const server = await world.start(useProvider(`http://127.0.0.1:${port}`, apiKey));
    await server.ready();
    const saves = Math.min(100, 12 + downSeconds);
    const saving = saveAll(world, saves);
    await delay(downSeconds * 1_000);
    await saving;
    const problems = (await countTranscripts(world, 'completed')) > 0 ? ['a text came from nowhere'] : [];
    provider = await startFakeOpenAI({ port, apiKey, durationMs });
    const isClear = async () => (await countTranscripts(world, 'completed')) >= saves;
    const clearMs = (await measureUntil(isClear, clearedMs + 60_000)) ?? clearedMs + 60_000;
    problems.push(...listLate('the backlog', [clearMs], clearedMs));
    const fault = `REL-07 provider down for ${downSeconds} s`;
    return await finish(fault, world, { tries: saves, recoveriesMs: [clearMs], problems });
  } finally {
    await world.close();
    await provider?.stop();
  }
}

interface Trouble {
  readonly name: string;
  readonly failure: LoopbackFailure;
  /** The least time until the next request. */
  readonly leastMs: number;
}

const retryAfterSeconds = 8;
const refuse = (status: number, headers: Record<string, string> = {}): LoopbackFailure => ({
  kind: 'answer',
  status,
  headers,
  body: { error: { message: 'no', type: 'server_error' } },
});
const firstRetryMs = limits.transcription.firstRetryMs / 2;
const troubles: readonly Trouble[] = [
  {
    name: '429 with Retry-After',
    failure: refuse(429, { 'retry-after': String(retryAfterSeconds) }),
    leastMs: retryAfterSeconds * 1_000,
  },
  { name: '500', failure: refuse(500), leastMs: firstRetryMs },
  { name: 'a reset', failure: { kind: 'reset' }, leastMs: firstRetryMs },
  { name: 'an answer that is cut', failure: { kind: 'cut' }, leastMs: firstRetryMs },
  { name: 'a hang', failure: { kind: 'hang' }, leastMs: limits.speech.audioTimeoutMs },
];
/** Allows for the rounds of jobs and the search for due ones. */
const slackMs = 6_000;

/**
 * Fails the first request for each recording in another way, and measures when the next one comes: not before what the
 * provider asked for, and neither at once nor much later. Each trouble has a provider and a server of its own. A hang is left
 * out of fewer than five tries, because it takes as long as an answer may.
 */
export async function answerWithTrouble(tries: number): Promise<DrillResult> {
  const world = await createDrillWorld();
  try {
    const recoveriesMs: number[] = [];
    const problems: string[] = [];
    let server: ServerProcess | undefined;
    for (const { name, failure, leastMs } of troubles.slice(0, tries)) {
      const provider = await startFakeOpenAI({ durationMs });
      const arrivals: number[] = [];
      if (server) await world.kill(server);
      server = await world.start(useProvider(provider.url, provider.apiKey));
      await server.ready();
      const before = await countTranscripts(world, 'completed');
      provider.nextFailure(failure);
      await world.client.save(world.userAt(recoveriesMs.length));
      const watch = async () => {
        if (provider.requests.length > arrivals.length) arrivals.push(performance.now());
        return (await countTranscripts(world, 'completed')) > before;
      };
      if ((await measureUntil(watch, leastMs * 3 + 30_000)) === null) problems.push(`no text after ${name}`);
      const [first = 0, second = 0] = arrivals;
      recoveriesMs.push(second - first);
      if (second - first < leastMs - slackMs / 20) problems.push(`the repeat after ${name} came too early`);
      problems.push(...listLate(`the repeat after ${name}`, [second - first], leastMs * 2 + slackMs));
      if (provider.requests.length !== 2) problems.push(`${provider.requests.length} requests after ${name}`);
      await provider.stop();
    }
    const fault = 'REL-08 provider answers 429, 500, resets, cuts, hangs';
    return await finish(fault, world, { tries: recoveriesMs.length, recoveriesMs, problems });
  } finally {
    await world.close();
  }
}

const garbagePerSave = 2;

/** The provider answers garbage of all kinds, twice for each recording. */
export async function answerGarbage(answers: number): Promise<DrillResult> {
  const provider = await startFakeOpenAI({ durationMs });
  const world = await createDrillWorld();
  try {
    const server = await world.start(useProvider(provider.url, provider.apiKey));
    await server.ready();
    for (let n = 0; n < answers; n += 1) provider.nextFailure(pickGarbage(n));
    const saves = Math.ceil(answers / garbagePerSave);
    let isSaved = false;
    const saving = saveAll(world, saves).then(() => (isSaved = true));
    const problems: string[] = [];
    const seen = new Set<string | null>();
    const { prisma } = world.database;
    const isDone = async () => {
      const rows = await prisma.transcript.groupBy({ by: ['status', 'trouble'], _count: true });
      rows.forEach(({ trouble }) => seen.add(trouble));
      return isSaved && rows.every(({ status }) => status === 'completed' || status === 'error');
    };
    // The first may be over before the last is saved.
    if ((await measureUntil(isDone, 300_000)) === null) problems.push('transcripts are still under way');
    await saving;
    if (!seen.has('busy')) problems.push('no trouble was shown');
    // A failure that garbage made final is visible, and its owner asks for the transcript again.
    const failed = await prisma.transcript.findMany({
      where: { status: 'error' },
      include: { recording: true },
    });
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
    const fault = `REL-09 garbage answers (${failed.length} retried by their owners)`;
    return await finish(fault, world, { tries: answers, recoveriesMs: [], problems });
  } finally {
    await world.close();
    await provider.stop();
  }
}
