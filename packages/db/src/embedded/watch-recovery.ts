import { listChildren } from './processes.ts';

/** Detects whether the recovery of a server is stuck. */
export interface RecoveryWatch {
  /** Polls the server at most twice a second. Returns whether its recovery rested at enough consecutive polls. */
  isStuck(): Promise<boolean>;
  /** Restarts the count, because the server serves. */
  reset(): void;
}

const lookMs = 500;
/** Polls are counted instead of seconds, because nothing works on a frozen machine. */
const restingLooks = 8;

/**
 * Watches the recovery of the server with this pid while it refuses connections. PostgreSQL replays its log in one process,
 * `startup`, which then waits for a checkpoint of another process. After a full disk, the request for that checkpoint can
 * get lost, and both processes sleep even with free space. A crash of the checkpointer can leave a server without either
 * process. A recovery may take hours, so its duration says nothing. It is stuck if neither process ran, read, wrote or
 * waited for a disk in four seconds. A restart then costs only time, because it begins at the same checkpoint. On a system
 * that does not reveal the work of processes, no recovery counts as stuck.
 */
export function watchRecovery(pid: number, list: typeof listChildren = listChildren): RecoveryWatch {
  let rested = 0;
  let before: string | null = null;
  let lookedMs = -Infinity;
  return {
    async isStuck() {
      if (performance.now() - lookedMs < lookMs) return false;
      lookedMs = performance.now();
      const done = await readDone(pid, list);
      rested = done !== null && done === before ? rested + 1 : 0;
      before = done;
      return rested >= restingLooks;
    },
    reset() {
      rested = 0;
      before = null;
    },
  };
}

const isRecovering = /^postgres: (?:startup|checkpointer)\b/;

/** Returns the work of the recovery processes so far, or null if one is working or the system does not reveal it. */
async function readDone(pid: number, list: typeof listChildren): Promise<string | null> {
  const children = await list(pid);
  if (children === null) return null;
  const recovering = children.filter(({ title }) => isRecovering.test(title));
  // Any other state means work, waiting for a disk, or a stop by the user.
  if (recovering.some(({ state }) => state !== 'S')) return null;
  return JSON.stringify(recovering);
}
