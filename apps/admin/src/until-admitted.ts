import { toRetryAfterSeconds } from './errors.ts';

interface Waiting {
  readonly printError: (line: string) => void;
  readonly wait: (seconds: number) => Promise<void>;
}

/**
 * Repeats a call for as long as its rate limit refuses it, and waits in between for what the server names. For loops of calls,
 * which would otherwise end in the middle.
 */
export async function untilAdmitted<Result>(
  { printError, wait }: Waiting,
  call: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const seconds = toRetryAfterSeconds(error);
      if (seconds === null) throw error;
      printError(`The server admits no more calls for now: waiting ${seconds} s`);
      await wait(seconds);
    }
  }
}
