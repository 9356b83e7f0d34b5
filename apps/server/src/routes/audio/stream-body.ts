import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { AppEnv } from '../../http/app-env.ts';
import { toRefusal } from '../../http/refusal-answer.ts';

/**
 * Returns a body that reads `chunks` at the pace of the client. If they fail, the connection ends and the client notices the
 * missing rest. The failure is logged here under the id of its request, which the web layer does not know.
 */
export function streamBody(
  c: Context<AppEnv>,
  chunks: AsyncIterable<Uint8Array>,
  logger: Logger,
): ReadableStream<Uint8Array> {
  const reading = chunks[Symbol.asyncIterator]();
  const requestId = c.get('requestId');
  const outgoing = readOutgoing(c);
  let isGone = false;
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await reading.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (isGone) return;
        if (toRefusal(error).status >= 500) logger.error({ err: error, requestId }, 'request failed');
        if (outgoing) outgoing.destroy();
        else controller.error(error);
      }
    },
    cancel: async () => {
      isGone = true;
      await reading.return?.();
    },
  });
}

/** Tests without a socket have no response of node. */
const readOutgoing = ({ env }: Context<AppEnv>): ServerResponse | undefined =>
  (env as { readonly outgoing?: ServerResponse } | undefined)?.outgoing; // node's response
