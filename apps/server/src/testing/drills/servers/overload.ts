import { randomInt } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDiskStorage } from '@relato/storage';
import type { DrillResult } from '@relato/testing/drill-result';
import { addStoredStory } from '../../stored-story.ts';
import { createRawClient, type RawClient } from '../world/raw-client.ts';
import { inDrillWorld, type DrillWorld } from '../world/world.ts';

const input = JSON.stringify({ 2: { json: {} } });
const firstCalls = `/trpc/settings.public,account.session,stories.feed?batch=1&input=${encodeURIComponent(input)}`;
/** More stories than a page of the feed. */
const storyCount = 60;
/** Each user stands for many pages, whose requests come from different addresses. */
const userCount = 24;
const peakInFlight = 24;
const peakSeconds = 4;
const times = 5;
const tickMs = 5;
const writeShare = 0.05;
const goodputShare = 0.8;
const slowestMs = 1_000;
/** The connections that a proxy has open before a flood. Opening them during a flood is another fault, with a test of its own. */
const connections = 500;

interface Answer {
  readonly kind: 'read' | 'write';
  readonly status: number;
  readonly tookMs: number;
  readonly retryAfter: boolean;
}

/** Measures the capacity of a server, and then offers five times as much for some seconds. */
export const overload = (seconds: number): Promise<DrillResult> =>
  inDrillWorld((world) => overloadServer(world, seconds), { userCount });

async function overloadServer(world: DrillWorld, seconds: number): Promise<DrillResult> {
  const server = await world.serve();
  const client = createRawClient(server.url);
  try {
    const stories: string[] = [];
    const storage = createDiskStorage(join(world.dataDir, 'audio'));
    for (let n = 0; n < storyCount; n += 1)
      stories.push(await addStoredStory(world.database, storage, world.userAt(n).id));
    await client.open(connections);
    const send = createSender(world, client, server.url, stories);
    await measurePeak(send, 1);
    const peak = await measurePeak(send, peakSeconds);
    const lag = monitorEventLoopDelay();
    lag.enable();
    const { answers, offered } = await offer(send, peak * times, seconds);
    lag.disable();
    const done = answers.filter(({ status }) => status === 200);
    const goodput = done.length / seconds;
    const refused = answers.filter(({ status }) => status === 503);
    const problems = [
      ...(goodput >= peak * goodputShare ? [] : [`the goodput was ${toShare(goodput / peak)} of the peak`]),
      ...(toP99(done) <= slowestMs ? [] : [`the p99 was ${Math.round(toP99(done))} ms`]),
      ...(done.length + refused.length === answers.length ? [] : [`other answers: ${listOthers(answers)}`]),
      ...(refused.every(({ retryAfter }) => retryAfter) ? [] : ['a refusal without Retry-After']),
      ...(shareOf(answers, 'write') <= shareOf(answers, 'read') ? [] : ['reads were refused before writes']),
    ];
    const load = `${Math.round(offered)} offered a second, ${Math.round(goodput)} answered of at most ${Math.round(peak)}; the drill itself was late by ${Math.round(lag.percentile(99) / 1e6)} ms`;
    // A request that was refused before is answered again.
    await delay(1_000);
    return await world.report({
      fault: `REL-26 ${toShare(offered / peak)} of the peak (${load})`,
      tries: answers.length,
      recoveriesMs: [toP99(done)],
      problems,
    });
  } finally {
    client.close();
  }
}

const toShare = (ratio: number): string => `${Math.round(ratio * 100)} %`;
const toP99 = (answers: readonly Answer[]): number =>
  answers.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)[Math.floor(answers.length * 0.99)] ?? 0;
const listOthers = (answers: readonly Answer[]): string =>
  [...new Set(answers.map(({ status }) => status))]
    .filter((status) => ![200, 503].includes(status))
    .join(', ');

/** Returns the accepted share of the answers of this kind. */
function shareOf(answers: readonly Answer[], kind: Answer['kind']): number {
  const own = answers.filter((answer) => answer.kind === kind);
  return own.filter(({ status }) => status === 200).length / Math.max(1, own.length);
}

type Send = () => Promise<Answer>;

/**
 * A read is the first batch of the app of a user, because the server computes it for each user, while visitors share a cheap
 * answer. Each read comes from an address of its own, so that only the load limits it. A write is a vote.
 */
function createSender(world: DrillWorld, client: RawClient, url: string, stories: readonly string[]): Send {
  let turn = 0;
  return async () => {
    turn += 1;
    const isWrite = randomInt(1_000) < writeShare * 1_000;
    const body = JSON.stringify({ json: { id: stories[turn % stories.length], direction: 'up' } });
    const head = [
      isWrite ? 'POST /trpc/stories.vote HTTP/1.1' : `GET ${firstCalls} HTTP/1.1`,
      `Host: ${new URL(url).host}`,
      `Authorization: Bearer ${world.userAt(turn).token}`,
      `X-Forwarded-For: 10.${turn % 250}.${Math.floor(turn / 250) % 250}.${Math.floor(turn / 62_500) % 250}`,
      ...(isWrite ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`] : []),
    ];
    const answer = await client.send(`${head.join('\r\n')}\r\n\r\n${isWrite ? body : ''}`);
    return {
      kind: isWrite ? 'write' : 'read',
      status: answer.status,
      tookMs: answer.tookMs,
      retryAfter: /\r\nretry-after: \d/iu.test(answer.headers),
    };
  };
}

/** Returns the number of requests that a busy server answers in a second. */
async function measurePeak(send: Send, seconds: number): Promise<number> {
  const endsAtMs = performance.now() + seconds * 1_000;
  let done = 0;
  await Promise.all(
    Array.from({ length: peakInFlight }, async () => {
      while (performance.now() < endsAtMs) if ((await send()).status === 200) done += 1;
    }),
  );
  return done / seconds;
}

/** Sends this many requests a second without waiting for answers. */
async function offer(
  send: Send,
  perSecond: number,
  seconds: number,
): Promise<{ readonly answers: Answer[]; readonly offered: number }> {
  const startedMs = performance.now();
  const sent: Promise<Answer>[] = [];
  for (;;) {
    const elapsedMs = performance.now() - startedMs;
    if (elapsedMs > seconds * 1_000) break;
    const due = Math.floor((elapsedMs / 1_000) * perSecond);
    while (sent.length < due) sent.push(send());
    await delay(tickMs);
  }
  return { answers: await Promise.all(sent), offered: sent.length / seconds };
}
