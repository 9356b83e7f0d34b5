import { listChildren } from './processes.ts';

/** Tells whether the recovery of a server has come to a standstill. */
export interface RecoveryWatch {
  /** Looks at the server, at most twice a second, and returns whether its recovery rested at so many looks in a row. */
  isStuck(): Promise<boolean>;
  /** Forgets the looks: the server serves. */
  reset(): void;
}

const lookMs = 500;
/** Looks are counted, and not seconds, because a machine that stood still has let nobody work. */
const restingLooks = 8;

/**
 * Watches the recovery of the server with this pid, as long as it refuses connections. PostgreSQL replays its log in one process,
 * `startup`, which then waits for a checkpoint of another one. After a full disk the request for that checkpoint can get lost, and
 * both sleep while there is room again; a crash of the checkpointer can leave a server without any of the two. A recovery may take
 * hours, so its length says nothing: it stands still if neither process ran, read, wrote or waited for a disk in four seconds.
 * To start it again then costs only time, because it begins anew at the same checkpoint. On a system that does not show what
 * processes do, no recovery counts as stuck.
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

/** Returns what the processes of a recovery have done so far, or null if one is at work or the system does not say it. */
async function readDone(pid: number, list: typeof listChildren): Promise<string | null> {
  const children = await list(pid);
  if (children === null) return null;
  const recovering = children.filter(({ title }) => isRecovering.test(title));
  // Any other state is work, or waiting for a disk, or the user's own stop.
  if (recovering.some(({ state }) => state !== 'S')) return null;
  return JSON.stringify(recovering);
}
