import type { FakeAssemblyAI } from '@relato/testing/speech/assemblyai';
import { compare, type Measured, type Rounds, type Target } from '../load/compare.ts';
import type { LoadRequest } from '../load/protocol.ts';
import type { LoadMaker } from '../load/run-load.ts';
import type { Peer, PeerName } from '../processes/peers.ts';
import type { Relato } from '../processes/relato.ts';
import type { Row } from '../report/rows.ts';
import type { World } from '../generator/world.ts';

/** The parts that the workloads share: the server, the peers and the load. */
export interface Bench {
  readonly relato: Relato;
  readonly world: World;
  readonly dataDir: string;
  readonly maker: LoadMaker;
  readonly rounds: Rounds;
  /** True for longer rounds and more visits. */
  readonly isLong: boolean;
  /** True for ten million stories as well. */
  readonly isFull: boolean;
  /** Starts a peer at its first use. Null if it is not installed or does not start. */
  readonly getPeer: (name: PeerName) => Promise<Peer | null>;
  /** Says why a peer that was asked for did not start. */
  readonly whyAbsent: (name: PeerName) => string | undefined;
  /** A number of this run, so that repeated runs on the same data write different rows. */
  readonly seed: number;
  /** Stands in for the provider of transcripts. */
  readonly transcriber: FakeAssemblyAI;
  readonly report: (step: string) => void;
}

export type Workload = (bench: Bench) => Promise<readonly Row[]>;

export const oursAs = ({ relato }: Bench, name: string, requests: readonly LoadRequest[]): Target => ({
  name,
  origin: relato.origin,
  requests,
  readCpu: relato.readCpu,
  readDatabaseCpu: relato.readDatabaseCpu,
  readMemory: relato.readMemory,
});

export async function peerAs(
  bench: Bench,
  name: PeerName,
  requests: readonly LoadRequest[],
): Promise<Target | null> {
  const peer = await bench.getPeer(name);
  return peer && { name, requests, readDatabaseCpu: bench.relato.readDatabaseCpu, ...peer };
}

/** Measures all targets that are there. Returns the results in the order of the targets, null for those that are absent. */
export async function measure(
  { maker, rounds }: Bench,
  targets: readonly (Target | null)[],
  changed: Partial<Rounds> = {},
): Promise<readonly (Measured | null)[]> {
  const present = targets.filter((target) => target !== null);
  const measured = await compare(maker, present, { ...rounds, ...changed });
  return targets.map((target) => (target === null ? null : (measured[present.indexOf(target)] ?? null)));
}
