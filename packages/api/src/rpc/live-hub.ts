import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DomainError,
  liveLimits,
  RateLimitedError,
  type LiveTopic,
  type StoryId,
  type UserId,
  wideShare,
} from '@relato/contract';
import { isTimeout, type Database, type ReadReplica } from '@relato/db';
import { createMessageReader } from './live-messages.ts';

/** The messages of the triggers: a kind, and the id of its row. */
export type LiveMessage =
  | `${'news' | 'transcripts' | 'author' | 'ended'}:${UserId}`
  | `${'comments' | 'ended'}:${StoryId}`;

/** The topics that a client should refetch, and an id that covers everything until then. */
export interface LiveEvent {
  readonly id: string;
  readonly topics: readonly LiveTopic[];
  /** True if the connection ends with it: it is too old, its session or the view of a story has ended, or the process stops. */
  readonly isLast: boolean;
}

export interface LiveWatch {
  /** Subscribes to these messages too. */
  readonly hear: (messages: readonly LiveMessage[]) => void;
  /** Returns the topics that a client has missed since the event with this id, or all of them if that is unknown. */
  readonly begin: (lastEventId: string | null) => LiveEvent;
  /** Resolves with the topics since the last event, at most once in a while and each topic once. */
  readonly next: () => Promise<LiveEvent>;
  readonly close: () => void;
}

export interface LiveHub {
  /**
   * Resolves once the connection receives all later commits. Beyond the limit of a user, the oldest connection ends. Throws
   * RATE_LIMITED beyond the limit of a network, and UNAVAILABLE beyond that of the process.
   */
  readonly open: (party: LiveParty) => Promise<LiveWatch>;
  readonly countOpen: () => number;
  /** Ends all connections and refuses new ones. */
  readonly close: () => void;
}

interface LiveParty {
  readonly userId: UserId | null;
  readonly network: string;
  readonly wideNetwork: string | null;
}

type Bound =
  | 'maxOfUser'
  | 'maxOfNetwork'
  | 'maxOfProcess'
  | 'maxAgeMs'
  | 'maxRemembered'
  | 'minGapMs'
  | 'pollMs'
  | 'spreadMs';
type LiveBounds = Readonly<Record<Bound, number>> & Pick<typeof liveLimits, 'crowd'>;

interface Connection {
  readonly userId: UserId | null;
  readonly heard: Set<string>;
  readonly pending: Set<LiveTopic>;
  /** The position at which it ended, after which it received nothing. */
  endedAt: string | null;
  /** Resolves `next`, if it waits. */
  wake: () => void;
  readonly close: () => void;
}

const retryAfterSeconds = 60;

/**
 * Passes the messages of the database on to the connections of this process. Clients only learn what to refetch, so
 * announcing too much loses nothing: whenever it is unknown what a client has missed, it refetches everything.
 */
export function createLiveHub(
  database: Pick<Database, 'replica' | 'sql'>,
  given: Partial<LiveBounds> = {},
): LiveHub {
  const bounds: LiveBounds = { ...liveLimits, ...given };
  const connections = new Set<Connection>();
  const hearers = new Map<string, Set<Connection>>();
  const counts = new Map<string, number>();
  let isClosed = false;
  /** Set while there are connections. Resolves after the first read. */
  let following: Promise<void> | null = null;
  /** Changes with each loss of messages, after which older positions are invalid. */
  let run = newRun();
  let place = 0;
  let remembered: string[] = [];
  const readPosition = (): string => `${run}.${place}`;

  /** Announces a topic, spread over time if there are many connections, because each one refetches. */
  function tell(told: ReadonlySet<Connection>, topic: LiveTopic): void {
    const { from, msEach } = bounds.crowd;
    const spreadMs = told.size > from ? Math.min(told.size * msEach, bounds.spreadMs) : 0;
    for (const connection of told) {
      connection.pending.add(topic);
      if (spreadMs === 0) connection.wake();
      else setTimeout(() => connection.wake(), Math.random() * spreadMs).unref();
    }
  }

  function end(connection: Connection): void {
    connection.endedAt ??= readPosition();
    connection.wake();
  }

  function pass(message: string): void {
    place += 1;
    remembered.push(message);
    if (remembered.length > bounds.maxRemembered * 2) remembered = remembered.slice(-bounds.maxRemembered);
    const told = hearers.get(message) ?? new Set();
    // Closed at once, so that they hear nothing that follows. A copy, because each one leaves the set.
    if (message.startsWith('ended:')) [...told].forEach(({ close }) => close());
    else tell(told, toTopic(message));
  }

  function forget(): void {
    run = newRun();
    remembered = [];
    for (const connection of connections) {
      // Added at once, so that no event with an id of the new run lacks it.
      connection.pending.add('all');
      setTimeout(() => connection.wake(), Math.random() * bounds.spreadMs).unref();
    }
  }

  /** Resolves once all later commits are received. Continues as long as there are connections. */
  async function follow(): Promise<void> {
    const read = createMessageReader(database);
    await read();
    let isDoubtful = false;
    const goOn = async (): Promise<void> => {
      for (;;) {
        await delay(bounds.pollMs, undefined, { ref: false });
        if (isClosed || connections.size === 0) break;
        // A database that does not answer is read again. One that is lost may have crashed, which empties the table.
        const answer = await read().catch((error: unknown) => (isTimeout(error) ? 'late' : 'lost'));
        if (answer === 'lost') isDoubtful = true;
        if (answer === 'lost' || answer === 'late') continue;
        const messages = isDoubtful ? null : answer;
        isDoubtful = false;
        if (database.replica && messages?.length !== 0) await whenShown(database.replica);
        if (messages) messages.forEach(pass);
        else forget();
      }
      following = null;
      run = newRun();
    };
    void goOn();
  }

  function listMissed({ heard }: Connection, lastEventId: string | null): readonly LiveTopic[] {
    const [runBefore, placeBefore] = lastEventId?.split('.') ?? [];
    const missed = place - Number(placeBefore ?? Number.NaN);
    if (runBefore !== run || !(missed >= 0 && missed <= remembered.length)) return ['all'];
    // A message that ended an older connection does not concern this one.
    const since = missed === 0 ? [] : remembered.slice(-missed);
    return [...new Set(since.filter((each) => heard.has(each) && !each.startsWith('ended:')).map(toTopic))];
  }

  /** Counts a connection, and returns the function that uncounts it. */
  function enter(party: LiveParty): () => void {
    const { maxOfUser, maxOfNetwork, maxOfProcess } = bounds;
    if (isClosed || connections.size >= maxOfProcess) throw new DomainError('UNAVAILABLE');
    const { userId, network, wideNetwork } = party;
    // A phone that changes networks leaves dead connections behind, so the oldest one ends.
    if (userId !== null && (counts.get(userId) ?? 0) >= maxOfUser)
      [...connections].find((connection) => connection.userId === userId)?.close();
    const shares: readonly (readonly [string | null, number])[] = [
      [userId, maxOfUser],
      [network, maxOfNetwork],
      [wideNetwork, maxOfNetwork * wideShare],
    ];
    const counted = shares.flatMap(([key, most]) => (key === null ? [] : [{ key, most }]));
    if (counted.some(({ key, most }) => (counts.get(key) ?? 0) >= most))
      throw new RateLimitedError(retryAfterSeconds);
    for (const { key } of counted) counts.set(key, (counts.get(key) ?? 0) + 1);
    return () => {
      for (const { key } of counted) {
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      }
    };
  }

  async function open(party: LiveParty): Promise<LiveWatch> {
    const leave = enter(party);
    const close = (): void => {
      if (!connections.delete(connection)) return;
      clearTimeout(age);
      leave();
      for (const message of connection.heard) {
        const left = hearers.get(message);
        left?.delete(connection);
        if (left?.size === 0) hearers.delete(message);
      }
      end(connection);
    };
    const connection: Connection = {
      userId: party.userId,
      heard: new Set(),
      pending: new Set(),
      endedAt: null,
      wake: () => {},
      close,
    };
    connections.add(connection);
    // Random, so that the connections of one minute do not end together.
    const age = setTimeout(close, bounds.maxAgeMs * (1 - Math.random() / 4)).unref();
    following ??= follow().catch((error: unknown) => {
      following = null;
      throw error;
    });
    await following.catch((error: unknown) => {
      close();
      throw error;
    });
    const toEvent = (topics: readonly LiveTopic[]): LiveEvent => ({
      id: connection.endedAt ?? readPosition(),
      topics,
      isLast: connection.endedAt !== null,
    });
    return {
      hear: (messages) => {
        if (!connections.has(connection)) return;
        for (const message of messages) {
          connection.heard.add(message);
          hearers.set(message, (hearers.get(message) ?? new Set()).add(connection));
        }
      },
      begin: (lastEventId) => toEvent(listMissed(connection, lastEventId)),
      next: async () => {
        await delay(bounds.minGapMs, undefined, { ref: false });
        if (connection.endedAt === null && connection.pending.size === 0)
          await new Promise<void>((resolve) => (connection.wake = resolve));
        const topics = [...connection.pending];
        connection.pending.clear();
        return toEvent(topics);
      },
      close,
    };
  }

  return {
    open,
    countOpen: () => connections.size,
    close: () => {
      isClosed = true;
      connections.forEach(end);
    },
  };
}

const newRun = (): string => randomBytes(6).toString('hex');

const toTopic = (message: string): LiveTopic => {
  if (message.startsWith('comments:')) return message as LiveTopic; // the trigger writes it so
  return message.startsWith('transcripts:') ? 'transcripts' : 'news';
};

const replicaCheckMs = 100;

/** Resolves once the replica has caught up, because clients that refetch at once would get older data. */
async function whenShown(replica: ReadReplica): Promise<void> {
  const atMs = await replica.readTimeMs().catch(() => 0);
  while (replica.readState().isUsed && !(await replica.choose(atMs))) await delay(replicaCheckMs);
}
