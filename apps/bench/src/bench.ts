import type { FakeAssemblyAI } from '@relato/testing/speech/assemblyai';
import { compare, type Measured, type Rounds, type Target } from './load/compare.ts';
import type { LoadRequest } from './load/run-load.ts';
import { startPeer, type Peer, type PeerName } from './processes/peers.ts';
import type { Relato } from './processes/relato.ts';
import { toAbsentRow, toPlainRow, toRatioRow, type Row } from './report/rows.ts';

/** The parts that all workloads share. */
export interface Bench {
  readonly relato: Relato;
  readonly peers: Peers;
  readonly stories: number;
  readonly users: number;
  readonly rounds: Rounds;
  /** True with `--long` or `--full`: longer rounds, and more visits of each page. */
  readonly isLong: boolean;
  /** True with `--full`, which also measures ten million stories. */
  readonly isFull: boolean;
  /** A number of this run, so that repeated runs on the same data write different rows. */
  readonly seed: number;
  /** Replaces the provider of transcripts. */
  readonly transcriber: FakeAssemblyAI;
  readonly report: (step: string) => void;
}

export type Workload = (bench: Bench) => Promise<readonly Row[]>;

export interface Peers {
  /** Starts a peer at its first use. Throws if it does not start. */
  readonly get: (name: PeerName) => Promise<Peer>;
  readonly stop: (names?: readonly PeerName[]) => Promise<void>;
}

export function createPeers(databaseUrl: string, audioDir: string): Peers {
  const started = new Map<PeerName, Promise<Peer>>();
  return {
    get: (name) => {
      const peer = started.get(name) ?? startPeer(name, databaseUrl, audioDir);
      started.set(name, peer);
      return peer;
    },
    stop: async (names = [...started.keys()]) => {
      for (const name of names) {
        const peer = started.get(name);
        // The next use starts it again.
        started.delete(name);
        await (await peer?.catch(() => null))?.stop();
      }
    },
  };
}

/** Another server with the same answers, and the minimal ratio of our rate to its rate. */
export interface Other {
  readonly peer: PeerName;
  /** The name in the table. */
  readonly name: string;
  readonly requests: readonly LoadRequest[];
  readonly atLeast: number | null;
}

/** Measures the product beside other servers. Returns a row for each of them. */
export async function measureBeside(
  bench: Bench,
  workload: string,
  requests: readonly LoadRequest[],
  others: readonly Other[],
): Promise<readonly Row[]> {
  const { relato, peers, rounds } = bench;
  const targets = await Promise.all(
    others.map(async ({ peer, requests: same }): Promise<Target | string> => {
      try {
        const { origin, readCpu } = await peers.get(peer);
        return { origin, readCpu, readDatabaseCpu: relato.readDatabaseCpu, requests: same };
      } catch (error) {
        return String(error).split('\n', 1).join('').slice(0, 300);
      }
    }),
  );
  const present = targets.filter((target) => typeof target !== 'string');
  const [ours, ...measured] = await compare([{ ...relato, requests }, ...present], rounds);
  if (!ours) throw new Error('The product was not measured');
  const results = targets.map((target) => (typeof target === 'string' ? target : measured.shift()));
  return others.map(({ name, atLeast }, index) => {
    const result = results[index];
    const title = index === 0 ? workload : '';
    return typeof result === 'object'
      ? toRatioRow(title, ours, name, result, atLeast)
      : toAbsentRow(title, ours, name, atLeast, result ?? '');
  });
}

/** Measures several workloads of the product in turn. */
export const measureOurs = (
  { relato, rounds }: Bench,
  workloads: readonly (readonly LoadRequest[])[],
): Promise<readonly Measured[]> =>
  compare(
    workloads.map((requests) => ({ ...relato, requests })),
    rounds,
  );

/** Measures named workloads without a bar. */
export async function measurePlainly(
  bench: Bench,
  workloads: Readonly<Record<string, LoadRequest>>,
): Promise<readonly Row[]> {
  const measured = await measureOurs(
    bench,
    Object.values(workloads).map((request) => [request]),
  );
  return Object.keys(workloads).flatMap((name, index) => {
    const result = measured[index];
    return result ? [toPlainRow(name, result)] : [];
  });
}
