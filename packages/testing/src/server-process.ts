import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from './bare-environment.ts';
import { findFreePort } from './network/free-port.ts';

const serverMain = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));

export interface ServerProcess {
  readonly process: ChildProcess;
  readonly url: string;
  /** Returns the whole output of the process so far. */
  readonly output: () => string;
  /** Resolves with the exit code, or with the signal that ended the process. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /** Resolves when the server answers requests. Rejects with the output if the process ends before that. */
  readonly ready: () => Promise<void>;
  /** Sends SIGTERM and resolves when the process has ended. */
  readonly stop: () => Promise<void>;
}

/** Starts the server like `npm start`, with these variables as its environment, by default on a free port. */
export async function startServerProcess(variables: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const port = variables.PORT ?? String(await findFreePort());
  const child = spawn(process.execPath, [serverMain], {
    env: bareEnvironment({
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      PORT: port,
      // Tests do not fetch a model.
      CI: 'true',
      ...variables,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const isReady = new Promise<true>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        text += String(chunk);
        if (text.includes('Relato is at')) resolve(true);
      });
    }
  });
  const ended = once(child, 'close').then(() => child.exitCode ?? child.signalCode);
  return {
    process: child,
    url: `http://127.0.0.1:${port}`,
    output: () => text,
    ended,
    ready: async () => {
      if (!(await Promise.race([isReady, ended.then(() => false)]))) {
        throw new Error(`The server ended: ${text}`);
      }
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}
