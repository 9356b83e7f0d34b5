import { messageOf, serverLimits } from '@relato/contract';
import type { ClientBase } from 'pg';
import { DatabaseUnresponsiveError } from '../database-errors.ts';
import { connectInTime, startHealthCheck } from '../health-check.ts';
import type { FollowedPrimary } from './follow-primary.ts';
import { Freshness } from './freshness.ts';
import { readReplayed, requireStandby, toReplicaError, type ClusterIdentity } from './standby.ts';

/** A run of a standby while it stays connected. */
export interface Standby {
  readonly run: string;
  /** The position of the log up to which it shows all writes. */
  readonly replayed: number;
}

export interface StandbyWatch {
  /** Returns the standby if it answers and is close enough to its primary. The object stays the same while it is usable. */
  readonly findUsable: () => Standby | null;
  /** Rejects unless the client is connected to the watched run. */
  readonly requireSameRun: (client: ClientBase) => Promise<void>;
  readonly isSameRun: (run: string) => boolean;
  /** Pauses the use of the standby after an unanswered statement. */
  readonly rest: (reason: unknown) => void;
  /** Returns the time of the primary's clock up to which the standby shows all writes. */
  readonly showsUntilMs: () => number;
  /** The upper bound of the lag. Null until it is known. */
  readonly readLagMs: () => number | null;
  readonly isUnresponsive: () => boolean;
  readonly stop: () => Promise<void>;
}

export interface ReplicaBounds {
  /** The greatest lag of a standby that is used. */
  readonly maxLagMs: number;
  readonly checkMs: number;
  /** The longest answer to a check of a standby that is used. */
  readonly answerMs: number;
}

interface WatchOptions {
  readonly url: string;
  readonly identity: ClusterIdentity;
  readonly primary: FollowedPrimary;
  readonly bounds: ReplicaBounds;
  readonly onUnresponsive: () => void;
  /** Called with the reason when the standby becomes usable or unusable. */
  readonly onChange: (isUsable: boolean, reason: string) => void;
}

const { restMs } = serverLimits.replica;
const startMs = 2_000;

/** Returns why a standby is unreachable, or ''. Throws ReplicaError if its server answers and is not a standby of the primary. */
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
    return messageOf(error);
  }
}

/** Watches the lag of a standby, which may disappear and return at any time. */
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
    // The standby has just answered for the first time, and its lag is unknown.
    if (!isUsable && why === '') return;
    if (isUsable !== wasUsable) onChange(isUsable, isUsable ? '' : why);
    wasUsable = isUsable;
  };
  const lose = (error: unknown): void => {
    standby = null;
    trouble = messageOf(error);
    tellChange();
  };

  /** A standby may have replayed writes that the primary never had, because the promotion of another standby lost them. */
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
      trouble = messageOf(reason);
      tellChange();
    },
    showsUntilMs: () => findShown()?.timeMs ?? -Infinity,
    readLagMs,
    isUnresponsive: healthCheck.isUnresponsive,
    stop: healthCheck.stop,
  };
}
