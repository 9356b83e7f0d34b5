/** The part of a worker's scope that is used: its types would replace those of pages in the whole app. */
interface WorkerScope<Request, Answer> {
  readonly addEventListener: (type: 'message', listen: (event: MessageEvent<Request>) => void) => void;
  readonly postMessage: (message: Answer, transfer: Transferable[]) => void;
}

/** Returns the scope of the worker that calls it. */
export const getWorkerScope = <Request, Answer>() => globalThis as unknown as WorkerScope<Request, Answer>;
