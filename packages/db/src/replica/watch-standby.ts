import { limits } from '@relato/contract';
import type { ClientBase } from 'pg';
import { DatabaseUnresponsiveError } from '../database-errors.ts';
import { connectInTime, startHealthCheck } from '../health-check.ts';
import type { FollowedPrimary } from './follow-primary.ts';
import { Freshness } from './freshness.ts';
import { readReplayed, requireStandby, toReplicaError, type ClusterIdentity } from './standby.ts';

/** A run of a standby, for as long as it stays connected. */
export interface Standby {
  readonly run: string;
  /** It shows everything that was written before this position of the log. */
  readonly replayed: number;
}

export interface StandbyWatch {
  /**
   * Returns the standby if it answers and is close enough to its primary. It stays the same object as long as it may be
   * used.
   */
  readonly findUsable: () => Standby | null;
  /** Rejects unless the client is connected to the run that is watched. */
  readonly requireSameRun: (client: ClientBase) => Promise<void>;
  readonly isSameRun: (run: string) => boolean;
  /** Leaves the standby alone for a moment, because it did not answer a statement. */
  readonly rest: (reason: unknown) => void;
  /** Returns the time of the primary's clock before which everything was written that the standby shows. */
  readonly showsUntilMs: () => number;
  /** The most that it is behind. Null if that was never known. */
  readonly readLagMs: () => number | null;
  readonly isUnresponsive: () => boolean;
  readonly stop: () => Promise<void>;
}

export interface ReplicaBounds {
  /** A standby that is further behind is not used. */
  readonly maxLagMs: number;
  readonly checkMs: number;
  /** One that takes longer to answer a check is left alone. */
  readonly answerMs: number;
}

interface WatchOptions {
  readonly url: string;
  readonly identity: ClusterIdentity;
  readonly primary: FollowedPrimary;
  readonly bounds: ReplicaBounds;
  readonly onUnresponsive: () => void;
  /** Called when the standby may be used, and when it no longer may, with the reason. */
  readonly onChange: (isUsable: boolean, reason: string) => void;
}

const { restMs } = limits.replica;
const startMs = 2_000;

const toReason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns why a standby cannot be reached, or ''. Throws ReplicaError if its server answers and is no standby of the primary. */
export async function findTroubleAtStart(url: string, identity: ClusterIdentity): Promise<string> {
  try {
    const client = await connectInTime(url, startMs, async (opened) => {
      await requireStandby(opened, identity);
    });
    await client.end();
    return '';
  } catch (error) {
    const wrong = toReplicaError(error);
    if (wrong) throw wrong;
    return toReason(error);
  }
}

/** Watches how far a standby is behind. It may go away and return at any time. */
export function watchStandby({
  url,
  identity,
  primary,
  bounds: { maxLagMs, checkMs, answerMs },
  onUnresponsive,
  onChange,
}: WatchOptions): StandbyWatch {
  const freshness = new Freshness(maxLagMs);
  let standby: { readonly run: string; replayed: number } | null = null;
  let restsUntilMs = 0;
  let trouble = '';
  const startedMs = performance.now();
  let wasUsable: boolean | null = null;

  const findShown = () => freshness.findShown(standby?.replayed ?? -1);
  const readLagMs = (): number | null => {
    const shown = findShown();
    return shown && performance.now() - shown.askedAtMs;
  };
  const findUsable = (): Standby | null =>
    performance.now() >= restsUntilMs && (readLagMs() ?? Infinity) <= maxLagMs ? standby : null;
  const tellChange = (): void => {
    const isUsable = findUsable() !== null;
    const behindMs = readLagMs() ?? performance.now() - startedMs;
    const why = trouble || (behindMs > maxLagMs ? 'it is too far behind' : '');
    // It has just answered for the first time, and how far it is behind is not known yet.
    if (!isUsable && why === '') return;
    if (isUsable !== wasUsable) onChange(isUsable, isUsable ? '' : why);
    wasUsable = isUsable;
  };
  const lose = (error: unknown): void => {
    standby = null;
    trouble = toReason(error);
    tellChange();
  };

  /** A standby may have replayed what its primary never wrote: it was lost when another standby was promoted. */
  async function comparePositions(): Promise<void> {
    const compared = standby;
    const replayed = standby?.replayed ?? -1;
    const moment = await primary.readMoment();
    freshness.add(moment);
    if (replayed > moment.position && standby === compared)
      lose('it has replayed what its primary never wrote');
  }

  const healthCheck = startHealthCheck({
    url,
    answerMs,
    intervalMs: checkMs,
    onUnresponsive,
    onConnect: async (client) => {
      const run = await requireStandby(client, identity);
      standby = { run, replayed: await readReplayed(client) };
    },
    ask: async (client) => {
      const asked = standby;
      void comparePositions().catch(() => {});
      const replayed = await readReplayed(client);
      if (!asked || standby !== asked) return;
      asked.replayed = replayed;
      if (performance.now() >= restsUntilMs) trouble = '';
      tellChange();
    },
    onLost: lose,
  });
  return {
    findUsable,
    requireSameRun: async (client) => {
      if ((await requireStandby(client, identity)) !== standby?.run) throw new DatabaseUnresponsiveError();
    },
    isSameRun: (run) => standby?.run === run,
    rest: (reason) => {
      restsUntilMs = performance.now() + restMs;
      trouble = toReason(reason);
      tellChange();
    },
    showsUntilMs: () => findShown()?.timeMs ?? -Infinity,
    readLagMs,
    isUnresponsive: healthCheck.isUnresponsive,
    stop: healthCheck.stop,
  };
}
