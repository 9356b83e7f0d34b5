import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const current = new AsyncLocalStorage<string>();

/** Gives a request an id of its own, which `readRequestId` returns while the request is answered. */
export function withRequestId<Result>(answer: (requestId: string) => Result): Result {
  const requestId = randomUUID();
  return current.run(requestId, answer, requestId);
}

/** Runs work that a request has queued under the id of the request. */
export const resumeRequestId = <Result>(requestId: string | undefined, work: () => Result): Result =>
  requestId === undefined ? current.exit(work) : current.run(requestId, work);

/** Returns the id of the request that is being answered, or that queued the job that runs. */
export const readRequestId = (): string | undefined => current.getStore();
