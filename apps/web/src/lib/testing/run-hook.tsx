import type { ErrorCode } from '@relato/contract/errors';
import { QueryClientProvider } from '@tanstack/react-query';
import { httpBatchLink } from '@trpc/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { createQueryClient } from '../calls/query-client.ts';
import { transformer, trpc } from '../calls/trpc.ts';

/** Answers a call of a procedure. Throws or rejects with a `Refusal`, or with another error for a call without an answer. */
type Answer = (procedure: string) => unknown;

/** An error with which the server answers. */
export class Refusal extends Error {
  readonly errorCode: ErrorCode;

  constructor(errorCode: ErrorCode) {
    super(errorCode);
    this.errorCode = errorCode;
  }
}

const toJson = (value: unknown) => transformer.serialize(value);

/**
 * Calls a hook once, in a component that is then gone, as after the user left the screen: effects do not run. Returns what the
 * hook returned, whose calls `answer` answers, and the client with the answers so far.
 */
export function runHook<Result>(hook: () => Result, answer: Answer) {
  const queryClient = createQueryClient();
  const client = trpc.createClient({
    links: [
      httpBatchLink({
        url: 'http://relato.test/trpc',
        transformer,
        fetch: async (url) => {
          const { pathname } = new URL(url instanceof Request ? url.url : url);
          const names = pathname.split('/').at(-1)?.split(',') ?? [];
          return Response.json(await Promise.all(names.map((name) => toAnswer(name, answer))));
        },
      }),
    ],
  });
  const results: Result[] = [];
  function Caller() {
    results.push(hook());
    return null;
  }
  renderToStaticMarkup(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <Caller />
      </QueryClientProvider>
    </trpc.Provider>,
  );
  const [result] = results;
  if (result === undefined) throw new Error('The hook returned nothing');
  return { result, queryClient };
}

async function toAnswer(procedure: string, answer: Answer): Promise<unknown> {
  try {
    return { result: { data: toJson(await answer(procedure)) } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { errorCode } = error;
    return { error: toJson({ message: errorCode, code: -32_000, data: { errorCode, httpStatus: 400 } }) };
  }
}
