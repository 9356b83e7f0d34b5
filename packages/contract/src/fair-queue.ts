import { DomainError } from './errors.ts';

export interface FairQueue {
  /**
   * Runs work when its turn comes. `parties` name the beneficiaries, such as a network and then an author. The first party
   * decides, and the next one between equals. Throws UNAVAILABLE, or the error from `toRefusal`, if the work is dropped
   * before it began.
   */
  readonly run: <Result>(parties: readonly string[], work: () => Promise<Result>) => Promise<Result>;
  readonly countWaiting: () => number;
}

interface FairQueueLimits {
  readonly maxAtOnce: number;
  readonly maxWaiting: number;
  /** Work that has waited for longer is dropped, because its caller has left. By default it waits. */
  readonly maxWaitMs?: number;
  readonly toRefusal?: () => Error;
}

interface Turn {
  readonly parties: readonly string[];
  /** The number of its round for each party. A party has one turn in each round. */
  readonly rounds: readonly number[];
  readonly begin: () => void;
  readonly giveUp: () => void;
}

/**
 * Creates a queue in which a party with much work waits behind a party with little: each has one turn in a round, however
 * much work waits. If too much waits, the last work in the order is dropped at once, even if it came earlier, because an
 * answer after the client has left is useless and costs as much.
 */
export function createFairQueue({
  maxAtOnce,
  maxWaiting,
  maxWaitMs,
  toRefusal = () => new DomainError('UNAVAILABLE'),
}: FairQueueLimits): FairQueue {
  /** The waiting work, in the order of its start. */
  const waiting: Turn[] = [];
  let running = 0;
  /** The rounds of the turn that began last. */
  let now: readonly number[] = [];

  /** Returns the round after the waiting ones of the same party. */
  const toRound = (party: string, level: number): number =>
    waiting.reduce(
      (round, turn) => (turn.parties[level] === party ? Math.max(round, turn.rounds[level] ?? 0) : round),
      now[level] ?? 0,
    ) + 1;

  function enter(parties: readonly string[]): Promise<void> | undefined {
    if (running < maxAtOnce) {
      running += 1;
      return undefined;
    }
    const rounds = parties.map(toRound);
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const turn: Turn = {
        parties,
        rounds,
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
        giveUp: () => {
          clearTimeout(timer);
          reject(toRefusal());
        },
      };
      const place = waiting.findIndex((other) => comesBefore(rounds, other.rounds));
      waiting.splice(place === -1 ? waiting.length : place, 0, turn);
      if (waiting.length > maxWaiting) waiting.pop()?.giveUp();
      if (maxWaitMs !== undefined)
        timer = setTimeout(() => {
          if (!waiting.includes(turn)) return;
          waiting.splice(waiting.indexOf(turn), 1);
          turn.giveUp();
        }, maxWaitMs);
    });
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) {
      // The next work takes the place of this one, so `running` does not change.
      now = next.rounds;
      next.begin();
      return;
    }
    running -= 1;
  }

  return {
    run: async (parties, work) => {
      await enter(parties);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    countWaiting: () => waiting.length,
  };
}

/** Returns whether a turn of these rounds comes before one of `others`. Equal turns keep their order of arrival. */
function comesBefore(rounds: readonly number[], others: readonly number[]): boolean {
  const level = rounds.findIndex((round, index) => round !== others[index]);
  return level !== -1 && (rounds[level] ?? 0) < (others[level] ?? 0);
}
