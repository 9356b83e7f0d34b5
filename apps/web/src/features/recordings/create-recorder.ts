import { createBrowserDependencies } from './browser-recorder.ts';
import { toRecorderApi, type TrpcClient } from './recorder-api.ts';
import type { RecorderEvent } from './recorder-state.ts';
import { Recorder } from './recorder.ts';

export { reduceRecorder } from './recorder-state.ts';

/** The recorder with everything that it needs of a browser: a chunk of its own, loaded after the first paint. */
export const createRecorder = (client: TrpcClient, dispatch: (event: RecorderEvent) => void): Recorder =>
  new Recorder(createBrowserDependencies(toRecorderApi(client)), dispatch);
