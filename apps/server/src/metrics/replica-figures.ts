import type { ReadReplica } from '@relato/db';
import type { Metrics } from './metrics.ts';

/** Returns a function that reads the figures of the replica. Without one there are none. */
export function createReplicaReader(
  metrics: Pick<Metrics, 'addCounter' | 'addGauge'>,
  replica: ReadReplica | null,
): () => void {
  if (!replica) return () => {};
  const calls = metrics.addCounter(
    'relato_replica_calls_total',
    'Reads that may lag, by outcome: replica, or why they went to the primary.',
    ['outcome'],
  );
  const used = metrics.addGauge('relato_replica_used', '1 while this process reads from the replica.', []);
  const lag = metrics.addGauge(
    'relato_replica_lag_seconds',
    'How far the replica is behind, at most. NaN if that is not known.',
    [],
  );
  return () => {
    const { isUsed, lagMs, outcomes } = replica.readState();
    used.set(isUsed ? 1 : 0);
    lag.set(lagMs === null ? Number.NaN : lagMs / 1_000);
    calls.reset();
    for (const [outcome, count] of Object.entries(outcomes)) calls.inc({ outcome }, count);
  };
}
