import { DomainError } from './errors.ts';

export interface FairQueue {
  /**
   * Runs work when its turn comes. `parties` name for whom it is, such as a network and then an author: the first is weighed
   * first, the next decides between equals. Throws UNAVAILABLE, or what `toRefusal` returns, if the work is given up before it began.
   */
  readonly run: <Result>(parties: readonly string[], work: () => Promise<Result>) => Promise<Result>;
  readonly countWaiting: () => number;
}

interface FairQueueLimits {
  readonly maxAtOnce: number;
  readonly maxWaiting: number;
  /** Work that has waited for longer is given up: its caller has gone. By default it waits. */
  readonly maxWaitMs?: number;
  readonly toRefusal?: () => Error;
}

interface Turn {
  readonly parties: readonly string[];
  /** Its place in the round of each party: a party has one turn in each round. */
  readonly rounds: readonly number[];
  readonly begin: () => void;
  readonly giveUp: () => void;
}

/**
 * Creates a queue in which whoever asks for much waits behind whoever asks for little: each party has one turn in a round, however
 * much it has waiting. If too much waits, what would be last is given up at once, also if it came before: an answer that
 * comes after the client has given up costs as much and is useless.
 */
export function createFairQueue({
  maxAtOnce,
  maxWaiting,
  maxWaitMs,
  toRefusal = () => new DomainError('UNAVAILABLE'),
}: FairQueueLimits): FairQueue {
  /** In the order in which they begin. */
  const waiting: Turn[] = [];
  let running = 0;
  /** The rounds of the turn that began last. */
  let now: readonly number[] = [];

  /** Returns the round after those of the same party that wait. */
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
      // It takes the place over, so that `running` does not change.
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

/** Returns whether a turn of these rounds comes before one of `others`: equals keep the order in which they came. */
function comesBefore(rounds: readonly number[], others: readonly number[]): boolean {
  const level = rounds.findIndex((round, index) => round !== others[index]);
  return level !== -1 && (rounds[level] ?? 0) < (others[level] ?? 0);
}
