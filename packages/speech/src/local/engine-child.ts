import { fork, type ChildProcess } from 'node:child_process';
import { formatMegabytes, speechLimits } from '@relato/contract';
import { SpeechError } from '../speech-error.ts';
import { abortOnTimeout } from '../abort-on-timeout.ts';
import { memoryLimitSignal } from './limit-engine.ts';
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
  readonly pid: number;
  readonly takesLanguage: boolean;
  readonly isAlive: () => boolean;
  /** Accepts one request at a time. Throws SpeechError, or the reason of `signal`, and both end the process. */
  readonly hear: (request: EngineRequest, signal: AbortSignal | undefined) => Promise<Heard>;
  readonly end: () => void;
}

/** Starts a process and loads a model in it. Throws SpeechError, or the reason of `signal`. */
export async function startEngine(
  { modelPath, maxBytes, loadTimeoutMs, pieceTimeoutMs, program }: EngineSettings,
  signal: AbortSignal | undefined,
): Promise<EngineChild> {
  const child = fork(program, [modelPath, String(maxBytes)], {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Native code gets no secrets, only the folder of compiled code and that of a library that the operator built. By
    // default, each thread keeps freed memory for itself, and the process doubles over a hundred recordings.
    env: {
      ...pick(process.env, ['NODE_COMPILE_CACHE', 'TRANSCRIBE_LIBRARY', 'SYSTEMROOT']),
      MALLOC_ARENA_MAX: '1',
    },
  });
  const end = (): void => void child.kill('SIGKILL');
  const isAlive = (): boolean =>
    // `killed` becomes true in `end`, before the process has ended.
    !child.killed && child.exitCode === null && child.signalCode === null && child.connected;
  const exchange = createExchange(child, maxBytes, end);
  const started = await exchange(null, loadTimeoutMs, signal).catch((error: unknown) => {
    // A crash during the loading of a model would repeat each time.
    if (error instanceof SpeechError && error.trouble === 'failed') throw setupError(error.message);
    throw error;
  });
  if (started.kind !== 'ready') {
    end();
    throw setupError(started.kind === 'fault' ? started.message : `it started with ${started.kind}`);
  }
  return {
    // A started process has an id.
    pid: child.pid ?? 0,
    takesLanguage: started.takesLanguage,
    isAlive,
    end,
    hear: async (request, outer) => {
      const answer = await exchange(request, pieceTimeoutMs, outer);
      if (answer.kind === 'heard') return answer.heard;
      end();
      throw brokenError(answer.kind === 'failed' ? answer.message : `it answered ${answer.kind}`);
    },
  };
}

type Exchange = (
  request: EngineRequest | null,
  timeoutMs: number,
  signal: AbortSignal | undefined,
) => Promise<EngineMessage>;

/**
 * Creates a function that sends a request, if any, and returns the next message. Ends the process if that fails, takes too
 * long or is aborted, and if the process sends an extra message.
 */
function createExchange(child: ChildProcess, maxBytes: number, end: () => void): Exchange {
  let waiting: PromiseWithResolvers<EngineMessage> | null = null;
  let answers = 0;
  child.on('message', (message: unknown) => {
    const { success, data, error } = engineMessage.safeParse(message);
    const answered = waiting;
    waiting = null;
    answers += 1;
    if (!answered) end();
    else if (success) answered.resolve(data);
    else answered.reject(brokenError(`its answer has no ${error.issues[0]?.path.join('.') || 'shape'}`));
  });
  child.on('error', (error) => waiting?.reject(setupError(error.message)));
  const toEndedError = (): SpeechError => endedError(child, { maxBytes, answers });
  child.on('exit', () => waiting?.reject(toEndedError()));
  return async (request, timeoutMs, outer) => {
    child.ref();
    child.channel?.ref();
    try {
      return await abortOnTimeout(
        { timeoutMs, signal: outer, expire: () => slowError(timeoutMs) },
        async (signal) => {
          const message = Promise.withResolvers<EngineMessage>();
          waiting = message;
          signal.addEventListener('abort', () => message.reject(signal.reason), { once: true });
          if (child.exitCode !== null || child.signalCode !== null) message.reject(toEndedError());
          // The exit reports a process that ends before it has read everything.
          else if (request) child.send(request, () => undefined);
          return message.promise;
        },
      );
    } catch (error) {
      end();
      throw error;
    } finally {
      waiting = null;
      // An idle engine does not keep its parent alive.
      child.unref();
      child.channel?.unref();
    }
  };
}

/** The engine or its model cannot work until the operator changes something. */
export const setupError = (message: string): SpeechError =>
  new SpeechError('off', `The local engine does not work: ${shorten(message)}`, { trouble: 'setup' });

/** The engine failed at this recording, and either may be at fault. */
const brokenError = (message: string): SpeechError =>
  new SpeechError('engine', `The local engine failed: ${shorten(message)}`, { trouble: 'failed' });

const slowError = (timeoutMs: number): SpeechError =>
  new SpeechError('stalled', `The local engine did not answer within ${Math.round(timeoutMs / 1000)} s`);

function endedError(
  { exitCode, signalCode }: ChildProcess,
  { maxBytes, answers }: { readonly maxBytes: number; readonly answers: number },
): SpeechError {
  // An engine whose memory has grown over many recordings only needs a new process. The first answer confirms the start.
  if (signalCode === memoryLimitSignal && answers <= 1)
    return setupError(`it took more than ${formatMegabytes(maxBytes)} of memory with this model`);
  // A system also frees memory this way, and there may be enough later.
  if (signalCode === memoryLimitSignal || signalCode === 'SIGKILL' || signalCode === 'SIGTERM')
    return new SpeechError(
      'engine',
      'The process of the local engine was killed, perhaps for want of memory',
    );
  return brokenError(`its process ended with ${signalCode ?? `code ${exitCode}`}`);
}

const shorten = (message: string): string => message.slice(0, speechLimits.maxErrorLength);

const pick = (env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
