/** The used part of a worker's scope, because its library types would replace those of pages in the whole app. */
interface WorkerScope<Request, Answer> {
  readonly addEventListener: (type: 'message', listen: (event: MessageEvent<Request>) => void) => void;
  readonly postMessage: (message: Answer, transfer: Transferable[]) => void;
}

/** Returns the scope of the current worker. */
export const getWorkerScope = <Request, Answer>() => globalThis as unknown as WorkerScope<Request, Answer>;
