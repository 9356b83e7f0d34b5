import { fork, type ChildProcess } from 'node:child_process';
import { limits } from '@relato/contract';
import { SpeechError } from '../speech-error.ts';
import { withTimeout } from '../with-timeout.ts';
import { memoryLimitSignal } from './limit-process.ts';
import { engineMessage, type EngineMessage, type EngineRequest, type Heard } from './protocol.ts';

export interface EngineSettings {
  readonly modelPath: string;
  readonly maxBytes: number;
  readonly loadTimeoutMs: number;
  readonly pieceTimeoutMs: number;
  /** The module that the process runs. */
  readonly program: URL;
}

/** A model in a process of its own. After a failed request the process is gone. */
export interface EngineChild {
  readonly pid: number | undefined;
  readonly findsLanguage: boolean;
  readonly isAlive: () => boolean;
  /** Takes one request at a time. Throws SpeechError, or the reason of `signal`; both end the process. */
  readonly hear: (request: EngineRequest, signal: AbortSignal | undefined) => Promise<Heard>;
  readonly end: () => void;
}

/** Starts a process and loads a model in it. Throws SpeechError, or the reason of `signal`. */
export async function startEngine(
  settings: EngineSettings,
  signal: AbortSignal | undefined,
): Promise<EngineChild> {
  const { modelPath, maxBytes, loadTimeoutMs, pieceTimeoutMs, program } = settings;
  const child = fork(program, [modelPath, String(maxBytes)], {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Native code gets no secrets, only where a library lies that the operator has built.
    env: pick(process.env, ['TRANSCRIBE_LIBRARY', 'SYSTEMROOT']),
  });
  const end = (): void => void child.kill('SIGKILL');
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null && child.connected;

  /** Sends a request, if any, and waits for the next message. Ends the process unless it answers in time. */
  async function exchange(
    request: EngineRequest | null,
    timeoutMs: number,
    outer: AbortSignal | undefined,
  ): Promise<EngineMessage> {
    child.ref();
    child.channel?.ref();
    try {
      return await withTimeout({ timeoutMs, signal: outer, expire: () => slowError(timeoutMs) }, (inner) =>
        nextMessage(child, request, maxBytes, inner),
      );
    } catch (error) {
      end();
      throw error;
    } finally {
      // An idle engine does not keep its parent alive.
      child.unref();
      child.channel?.unref();
    }
  }

  const started = await exchange(null, loadTimeoutMs, signal);
  if (started.kind !== 'ready') {
    end();
    throw started.kind === 'fault'
      ? setupError(started.message)
      : brokenError(`${started.kind} at the start`);
  }
  return {
    pid: child.pid,
    findsLanguage: started.findsLanguage,
    isAlive,
    end,
    hear: async (request, outer) => {
      const answer = await exchange(request, pieceTimeoutMs, outer);
      if (answer.kind === 'heard') return answer.heard;
      end();
      throw brokenError(answer.kind === 'failed' ? answer.message : `${answer.kind} as an answer`);
    },
  };
}

function nextMessage(
  child: ChildProcess,
  request: EngineRequest | null,
  maxBytes: number,
  signal: AbortSignal,
): Promise<EngineMessage> {
  return new Promise<EngineMessage>((resolve, reject) => {
    const settle = (act: () => void): void => {
      child.off('message', onMessage);
      child.off('error', onError);
      child.off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      act();
    };
    const onMessage = (message: unknown): void => {
      const { success, data, error } = engineMessage.safeParse(message);
      settle(() =>
        success
          ? resolve(data)
          : reject(brokenError(`an answer that is none: ${error.issues[0]?.path.join('.')}`)),
      );
    };
    const onError = (error: Error): void => settle(() => reject(setupError(error.message)));
    const onExit = (code: number | null, killedBy: NodeJS.Signals | null): void =>
      settle(() => reject(endedError(code, killedBy, maxBytes)));
    const onAbort = (): void => settle(() => reject(new Error('aborted')));
    child.on('message', onMessage);
    child.on('error', onError);
    child.on('exit', onExit);
    signal.addEventListener('abort', onAbort);
    if (child.exitCode !== null || child.signalCode !== null) onExit(child.exitCode, child.signalCode);
    // A child that ends before it has read everything is reported by its exit event.
    else if (request) child.send(request, () => undefined);
  });
}

/** The engine or its model cannot work before the operator changes something. */
export const setupError = (message: string): SpeechError =>
  new SpeechError('off', `The local engine does not work: ${shorten(message)}`, { trouble: 'setup' });

/** The engine failed at this recording, which may be its fault or the recording's. */
const brokenError = (message: string): SpeechError =>
  new SpeechError('engine', `The local engine failed: ${shorten(message)}`, { trouble: 'failed' });

const slowError = (timeoutMs: number): SpeechError =>
  new SpeechError('stalled', `The local engine did not answer within ${Math.round(timeoutMs / 1000)} s`);

const endedError = (code: number | null, signal: NodeJS.Signals | null, maxBytes: number): SpeechError =>
  signal === memoryLimitSignal
    ? setupError(`it took more than ${Math.round(maxBytes / 1e6)} MB of memory with this model`)
    : brokenError(`its process ended with ${signal ?? `code ${code}`}`);

const shorten = (message: string): string => message.slice(0, limits.speech.maxErrorLength);

const pick = (env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
