import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { findNginx } from '@relato/testing/network/nginx';
import { startFakeAssemblyAI } from '@relato/testing/speech/assemblyai';
import { prepareDataFolder } from './data/data-folder.ts';
import { prepareSessions } from './data/sessions.ts';
import { createWorld } from './generator/world.ts';
import { startLoadMaker } from './load/run-load.ts';
import type { Options } from './options.ts';
import { installPeers, startPeer, type Peer, type PeerName } from './processes/peers.ts';
import { startRelato } from './processes/relato.ts';
import { writePage } from './report/page.ts';
import { keepResult, readResult } from './report/results.ts';
import { verdictOf, type Row } from './report/rows.ts';
import { sectionNames, sections, type SectionName } from './sections.ts';
import { audioDirOf } from './workloads/audio.ts';
import type { Bench } from './workloads/bench.ts';

const startedAt = performance.now();
const report = (step: string): void =>
  void process.stdout.write(
    `${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${step}\n`,
  );

const rounds = {
  quick: { connections: 16, rounds: 3, roundMs: 1_500, warmUpMs: 1_000 },
  long: { connections: 16, rounds: 5, roundMs: 4_000, warmUpMs: 2_000 },
};

/** Measures the sections, prints their rows and writes the page. A bar that is missed is no failure of the command. */
export async function runBench(options: Options): Promise<void> {
  await withBench(options, async (bench) => {
    for (const name of options.only) {
      report(name);
      const rows = await measureSection(name, bench);
      rows.forEach(show);
      await keepResult(name, { command: options.command, stories: options.stories, rows });
    }
  });
  const results = await Promise.all(sectionNames.map((name) => readResult(name)));
  // Those of a database of another size would be compared with what is not alike.
  await writePage(
    results.filter((result) => result !== null).filter((result) => result.stories === options.stories),
  );
  report('docs/performance.md is written');
}

/** Starts what the sections share, and stops it in the end. */
async function withBench(
  { isFull, isLong, stories }: Options,
  work: (bench: Bench) => Promise<void>,
): Promise<void> {
  await installPeers(report);
  const { dataDir, fillMs } = await prepareDataFolder(stories, report);
  if (fillMs !== null)
    report(`filled ${stories.toLocaleString('en')} stories in ${(fillMs / 1_000).toFixed(0)} s`);
  const world = createWorld(stories);
  const transcriber = await startFakeAssemblyAI({ processingMs: 0 });
  const relato = await startRelato(dataDir, {
    ASSEMBLYAI_API_KEY: transcriber.apiKey,
    ASSEMBLYAI_BASE_URL: transcriber.url,
  });
  const maker = startLoadMaker();
  const peers = startPeersOnDemand({ databaseUrl: relato.databaseUrl, audioDir: audioDirOf(dataDir) });
  try {
    const client = await relato.connect();
    await prepareSessions(client, world.users);
    await client.end();
    // Of a run's own, because what an earlier run wrote is still there.
    const seed = randomInt(2 ** 30);
    const shared = { relato, world, dataDir, maker, isFull, isLong, seed, transcriber, report };
    await work({
      ...shared,
      rounds: isLong ? rounds.long : rounds.quick,
      getPeer: peers.get,
      whyAbsent: peers.whyAbsent,
    });
  } finally {
    maker.stop();
    await peers.stop();
    await relato.stop();
    await transcriber.stop();
  }
}

/** Returns the first line of an error, and the first line after it that names one: the output of a process follows. */
function shorten(error: unknown): string {
  const [first, ...output] = String(error).split('\n');
  const cause = output.find((line) => /error/iu.test(line));
  return [first, ...(cause === undefined ? [] : [cause.trim()])].join(': ').slice(0, 300);
}

function startPeersOnDemand(place: Parameters<typeof startPeer>[1]) {
  const started = new Map<PeerName, Promise<Peer | null>>();
  const failures = new Map<PeerName, string>();
  const start = async (name: PeerName): Promise<Peer | null> => {
    if (name === 'nginx' && findNginx() === null) return null;
    try {
      return await startPeer(name, place);
    } catch (error) {
      report(`${name} is left out: ${String(error)}`);
      failures.set(name, shorten(error));
      return null;
    }
  };
  return {
    get: (name: PeerName): Promise<Peer | null> => {
      const peer = started.get(name) ?? start(name);
      started.set(name, peer);
      return peer;
    },
    whyAbsent: (name: PeerName): string | undefined => failures.get(name),
    stop: async (): Promise<void> =>
      void (await Promise.all([...started.values()].map(async (peer) => (await peer)?.stop()))),
  };
}

/** A section that fails or takes too long becomes a row that says so, and the others go on. */
async function measureSection(name: SectionName, bench: Bench): Promise<readonly Row[]> {
  const { measure, limitSeconds } = sections[name];
  const limit = new AbortController();
  const tooLong = delay(limitSeconds * 1_000, null, { signal: limit.signal }).then((): never => {
    throw new Error(`It took more than ${limitSeconds} s`);
  });
  tooLong.catch(() => {});
  try {
    return await Promise.race([measure(bench), tooLong]);
  } catch (error) {
    bench.maker.stop();
    return [
      {
        workload: name,
        bar: 'can be measured',
        measured: '',
        holds: false,
        note: String(error).slice(0, 300),
      },
    ];
  } finally {
    limit.abort();
  }
}

const show = (row: Row): void =>
  report(`  ${[row.workload, row.bar ?? '', row.measured, verdictOf(row), row.note ?? ''].join(' | ')}`);
