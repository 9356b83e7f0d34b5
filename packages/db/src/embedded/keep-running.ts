import { setTimeout } from 'node:timers/promises';
import { codeOf, messageOf } from '@relato/contract/errors';
import { startHealthCheck } from '../health-check.ts';
import type { DiskReserve } from './disk-reserve.ts';
import type { Installation } from './installation.ts';
import { startServer, stuckReason, type PostgresServer } from './server-process.ts';
import { watchRecovery } from './watch-recovery.ts';

interface Supervised {
  readonly port: number;
  readonly pid: () => number;
  readonly stop: () => Promise<void>;
}

interface Supervision {
  readonly reserve: DiskReserve;
  /** Whether the reserve is recreated after it was deleted. */
  readonly hasReserve: boolean;
  readonly reportProgress: (step: string) => void;
  /** Ends the first start. */
  readonly signal: AbortSignal | undefined;
  /** Returns the address for checking whether the server serves. */
  readonly toCheckUrl: (port: number) => string;
}

const maxAttempts = 10;
const retryMs = 500;
const answerMs = 2_000;
const checkMs = 500;
const reserveMs = 5_000;
const standsStill = 'the recovery of the database stands still: starting it again';

/** Starts a server, and restarts it on the same port whenever it ends or its recovery is stuck. */
export async function keepRunning(
  installation: Installation,
  settings: Readonly<Record<string, string>>,
  supervision: Supervision,
): Promise<Supervised> {
  const { reserve, hasReserve, reportProgress, signal } = supervision;
  let server = await startPatiently(installation, 0, settings, signal);
  const { port } = server;
  const stopping = new AbortController();
  let laying = Promise.resolve();
  const keepReserve = (): void => {
    if (hasReserve) laying = reserve.keep();
  };
  keepReserve();
  const keeping = setInterval(keepReserve, reserveMs).unref();

  const supervise = async (): Promise<void> => {
    await watchUntilEnded(server, supervision);
    if (stopping.signal.aborted) return;
    reportProgress('the database stopped unexpectedly: restarting it');
    while (!stopping.signal.aborted) {
      try {
        server = await startServer(installation, port, settings, stopping.signal);
        break;
      } catch (error) {
        // The disk is full, or old sessions have not ended yet. Connections are refused until a later attempt succeeds.
        if (isStuck(error)) reportProgress(standsStill);
        await releaseReserve(supervision);
        await setTimeout(retryMs);
      }
    }
    if (stopping.signal.aborted) return server.stop();
    return supervise();
  };
  const running = supervise();

  return {
    port,
    pid: () => server.pid,
    stop: async () => {
      stopping.abort();
      clearInterval(keeping);
      await server.stop();
      await running;
      await laying;
    },
  };
}

/**
 * Resolves when the server has ended. Ends a server that refuses connections while its recovery is stuck, because its
 * postmaster would live on without serving. Ignores a silent server, whose machine is frozen or overloaded.
 */
async function watchUntilEnded(server: PostgresServer, supervision: Supervision): Promise<void> {
  const { reportProgress, toCheckUrl } = supervision;
  const recovery = watchRecovery(server.pid);
  let isKilled = false;
  const tend = async (error: unknown): Promise<void> => {
    await releaseReserve(supervision);
    if (!isStarting(error) || isKilled || !(await recovery.isStuck())) return;
    isKilled = true;
    reportProgress(standsStill);
    try {
      await server.kill();
    } catch (failure) {
      reportProgress(String(failure));
    }
  };
  const health = startHealthCheck({
    url: toCheckUrl(server.port),
    answerMs,
    intervalMs: checkMs,
    onUnresponsive: () => {},
    onConnect: async () => recovery.reset(),
    onLost: (error) => void tend(error),
  });
  await server.ended;
  await health.stop();
}

const isStuck = (error: unknown): boolean => messageOf(error).includes(stuckReason);

/** Returns whether a server refused a connection because of its recovery. A server that shuts down will end by itself. */
const isStarting = (error: unknown): boolean =>
  codeOf(error) === '57P03' && !messageOf(error).includes('shutting down');

async function releaseReserve({ reserve, reportProgress }: Supervision): Promise<void> {
  if (await reserve.release())
    reportProgress('the disk is full: the database gets the room that was kept for it. Make room.');
}

/**
 * Starts a server. Retries if another program took the port first, if a killed server or its sessions are still ending, or
 * if the recovery was stuck.
 */
export async function startPatiently(
  installation: Installation,
  port: number,
  settings: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startServer(installation, port, settings, signal);
    } catch (error) {
      const passes =
        /TCP\/IP sockets|still in use|lock file .* already exists/.test(messageOf(error)) || isStuck(error);
      if (!passes || attempt === maxAttempts) throw error;
      await setTimeout(retryMs, undefined, { signal });
    }
  }
}
