import { onceOverdue } from './once-overdue.ts';

/** Settles as `promise` does, or rejects with a TimeoutError after `ms`. */
export async function withTimeout<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  let stop: (() => void) | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    stop = onceOverdue(ms, () => reject(new DOMException(`No answer in ${ms} ms`, 'TimeoutError')));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    stop?.();
  }
}
