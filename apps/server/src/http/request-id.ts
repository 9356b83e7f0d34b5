import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const current = new AsyncLocalStorage<string>();

/** Gives a request an id of its own, which `readRequestId` returns during its handling. */
export function withRequestId<Result>(answer: (requestId: string) => Result): Result {
  const requestId = randomUUID();
  return current.run(requestId, answer, requestId);
}

/** Runs queued work under the id of the request that queued it. */
export const resumeRequestId = <Result>(requestId: string | undefined, work: () => Result): Result =>
  requestId === undefined ? current.exit(work) : current.run(requestId, work);

/** Returns the id of the current request, or of the request that queued the current job. */
export const readRequestId = (): string | undefined => current.getStore();
