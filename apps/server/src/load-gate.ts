/** `first` is refused first: writes and searches. */
export type Load = 'read' | 'first';

export interface LoadGate {
  /** Returns whether `enter` would refuse now. */
  readonly isFull: (load: Load) => boolean;
  /** Admits work and returns the function that ends it, or returns null if there is too much of it. */
  readonly enter: (load: Load) => (() => void) | null;
}

/** The work in flight that is always admitted, and the most that is. Between them, the duration of reads decides. */
const minInFlight = 32;
const maxInFlight = 512;
const startInFlight = 128;
/** The part of it that writes and searches may fill: the rest is for reads. */
const firstShare = 0.5;
/** Reads take some milliseconds. What takes this long has waited for the processor or for a connection. */
const slowMs = 400;
const quickMs = 200;
/** One slow moment is many slow reads, and lowers the bound once. */
const lowerEveryMs = 100;
const lowerBy = 0.8;
const raiseBy = 0.1;

/**
 * Bounds the work in flight, so that past the capacity of the machine what is admitted is still answered within a second,
 * and the rest at once. The bound follows the duration of reads, as TCP's follows losses: it falls by a fifth while they are
 * slow and rises slowly while they are quick and the bound is needed. Searches and writes have waits of their own, such as
 * the hash of a password, and say nothing about the load.
 */
export function createLoadGate(now: () => number = () => performance.now()): LoadGate {
  let bound = startInFlight;
  let inFlight = 0;
  let loweredAtMs = Number.NEGATIVE_INFINITY;

  const isFull = (load: Load): boolean =>
    inFlight >= Math.floor(load === 'read' ? bound : bound * firstShare);

  function learn(durationMs: number, inFlightBefore: number): void {
    if (durationMs > slowMs && now() - loweredAtMs >= lowerEveryMs) {
      loweredAtMs = now();
      bound = Math.max(minInFlight, bound * lowerBy);
    } else if (durationMs < quickMs && inFlightBefore > bound / 2) {
      bound = Math.min(maxInFlight, bound + raiseBy);
    }
  }

  return {
    isFull,
    enter: (load) => {
      if (isFull(load)) return null;
      inFlight += 1;
      const startedAtMs = now();
      return () => {
        if (load === 'read') learn(now() - startedAtMs, inFlight);
        inFlight -= 1;
      };
    },
  };
}
