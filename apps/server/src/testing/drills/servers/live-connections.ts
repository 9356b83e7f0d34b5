import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { liveLimits } from '@relato/contract';
import type { DrillResult } from '@relato/testing/drill-result';
import type { ServerProcess } from '@relato/testing/server-process';
import { measureUntil } from '../world/measure-until.ts';
import { inDrillWorld, type DrillWorld } from '../world/world.ts';

/** The memory limit for ten thousand connections or fewer. */
const maxBytes = 300_000_000;
/** The time limit until an open app gets its news. */
const toldMs = 5_000;
const openAtOnce = 40;
const retryMs = 100;
/** The server counts each address of this machine as another network. */
const networks = 40;
/** Covers two heartbeats, and the release of unused memory. */
const heldMs = 60_000;

/** A browser that shows a story and reconnects whenever its connection ends. */
interface Browser {
  /** The number of events about comments of the story or about everything. */
  told: number;
  lastEventId: string;
  isOpen: boolean;
}

/**
 * Holds a number of connections for a minute and adds a comment. Then kills the server, adds a comment, and starts the
 * server again. Every browser must get an event for each comment, and the memory of a connection is limited.
 */
export const holdLiveConnections = (count: number): Promise<DrillResult> =>
  inDrillWorld(async (world) => {
    let server = await world.serve();
    const [author, reader] = [world.userAt(0), world.userAt(1)];
    const story = await world.client.save(author);
    const problems: string[] = [];
    const before = await readMemory(server);
    const ending = new AbortController();
    const browsers = Array.from({ length: count }, () => ({ told: 0, lastEventId: '', isOpen: false }));
    const takeTurn = createTurns();
    browsers.forEach((browser, n) => void stayOpen(browser, n));

    async function stayOpen(browser: Browser, n: number): Promise<void> {
      while (!ending.signal.aborted) {
        const done = await takeTurn();
        const socket = openSocket(world, browser, { story, address: `127.0.0.${2 + (n % networks)}`, done });
        ending.signal.addEventListener('abort', () => socket.destroy(), { once: true });
        await new Promise((resolve) => socket.once('close', resolve));
        done();
        browser.isOpen = false;
        await delay(retryMs);
      }
    }

    const areOpen = (): boolean => browsers.every(({ isOpen }) => isOpen);
    /** Adds a comment. Returns the time until every browser has its event. */
    async function measureTold(comment: () => Promise<unknown>, mostMs: number): Promise<number> {
      for (const browser of browsers) browser.told = 0;
      await comment();
      const tookMs = await measureUntil(() => browsers.every(({ told }) => told > 0), mostMs);
      const lost = browsers.filter(({ told }) => told === 0).length;
      if (tookMs === null) problems.push(`${lost} of ${count} were not told`);
      return tookMs ?? mostMs;
    }

    if ((await measureUntil(areOpen, count * 20 + 10_000)) === null) problems.push('not all connected');
    await delay(heldMs);
    const held = await readMemory(server);
    if (held - before > maxBytes) problems.push(`they take ${Math.round((held - before) / 1e6)} MB`);
    const say = () => world.client.comment(reader, story);
    const told = await measureTold(say, toldMs);

    await world.kill(server);
    const killedMs = performance.now();
    await measureTold(
      async () => {
        await world.database.prisma.comment.create({
          data: { id: randomUUID(), storyId: story, content: 'Mientras no había nadie', authorName: 'Rosa' },
        });
        await world.database.prisma.story.update({
          where: { id: story },
          data: { commentsCount: { increment: 1 } },
        });
        server = await world.serve();
      },
      count * 20 + 30_000,
    );
    const recoveriesMs = [performance.now() - killedMs];
    await measureUntil(areOpen, count * 20 + 10_000);
    const toldAgain = await measureTold(say, toldMs);
    ending.abort();
    const figures = [
      `${Math.round(before / 1e6)} MB before, ${Math.round(held / 1e6)} MB with them`,
      `told within ${Math.max(told, toldAgain).toFixed(0)} ms`,
    ];
    const fault = `REL-38 killed with connections that wait for news (${figures.join(', ')})`;
    return world.report({ fault, tries: count, recoveriesMs, problems });
  });

/** Lets a number of callers begin at once. Returns a function that waits for a turn, and whose result ends the turn. */
function createTurns(): () => Promise<() => void> {
  const turns = { left: openAtOnce };
  return async () => {
    while (turns.left === 0) await delay(Math.random() * retryMs);
    turns.left -= 1;
    let isDone = false;
    return () => {
      if (!isDone) turns.left += 1;
      isDone = true;
    };
  };
}

interface Opening {
  readonly story: string;
  readonly address: string;
  /** Called once the first event has come. */
  readonly done: () => void;
}

function openSocket(world: DrillWorld, browser: Browser, { story, address, done }: Opening): Socket {
  const { hostname: host, port } = new URL(world.url);
  const socket = connect({ host, port: Number(port), localAddress: address });
  const input = encodeURIComponent(JSON.stringify({ json: { stories: [story] } }));
  socket.write(
    [
      `GET /trpc/news.live?input=${input} HTTP/1.1`,
      `Host: ${host}:${port}`,
      'Accept: text/event-stream',
      ...(browser.lastEventId === '' ? [] : [`Last-Event-ID: ${browser.lastEventId}`]),
      '',
      '',
    ].join('\r\n'),
  );
  socket.on('error', () => {});
  socket.setTimeout(liveLimits.silentMs, () => socket.destroy());
  socket.on('data', (chunk) => {
    const text = String(chunk);
    if (text.startsWith('HTTP/1.1 ') && !text.startsWith('HTTP/1.1 200')) socket.destroy();
    for (const [, topics = '', id = ''] of text.matchAll(/data: \{"json":\[(.*?)\]\}\nid: (.*)\n/gu)) {
      browser.isOpen = true;
      browser.lastEventId = id;
      if (topics !== '') browser.told += 1;
      done();
    }
  });
  return socket;
}

async function readMemory({ process: { pid } }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/mu.exec(status)?.[1]) * 1_024;
}
