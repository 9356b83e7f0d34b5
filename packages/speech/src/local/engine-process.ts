import { flushCompileCache } from 'node:module';
import { argv } from 'node:process';
import { messageOf } from '@relato/contract/errors';
import { limitEngine } from './limit-engine.ts';
import type { EngineMessage, EngineRequest } from './protocol.ts';
import { loadEngine, loadLibrary } from './transcribe-cpp.ts';

// The process of the engine: loads a model, and then answers requests in sequence until its parent disconnects or ends.
const [, , modelPath = '', maxBytes = ''] = argv;
limitEngine(Number(maxBytes));
// A normal exit would wait for the threads of the engine.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));

const send = (message: EngineMessage): void => void process.send?.(message);

try {
  await loadLibrary();
  // Without a model, only the library is tested.
  const engine = modelPath === '' ? null : await loadEngine(modelPath);
  process.on('message', (request: EngineRequest) => {
    void engine?.hear(request).then(
      (heard) => send({ kind: 'heard', heard }),
      (error: unknown) => send({ kind: 'failed', message: messageOf(error) }),
    );
  });
  send({ kind: 'ready', takesLanguage: engine?.takesLanguage ?? false });
  // Node usually does this at the exit, but this process is killed.
  flushCompileCache();
} catch (error) {
  process.send?.({ kind: 'fault', message: messageOf(error) } satisfies EngineMessage, () =>
    process.disconnect(),
  );
}
