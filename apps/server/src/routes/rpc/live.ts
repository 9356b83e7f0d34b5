import type { ServerResponse } from 'node:http';
import { beat, isSubscription, openSubscription, toChunk, toFirstChunk, type Context } from '@relato/api';
import { liveLimits } from '@relato/contract';
import type { FastReply, FastRoute } from '../../http/fast-path.ts';
import type { RequestHead } from '../../middleware/request-head.ts';
import type { LoadGate } from '../../middleware/shed-load.ts';

interface LiveOptions {
  readonly loadGate: LoadGate;
  readonly overloadedReply: FastReply;
  readonly createContext: (
    head: RequestHead,
    requestId: string,
    calls: readonly { readonly path: string }[],
    setCookie: (line: string) => void,
  ) => Promise<Context>;
  readonly logFailure: (
    error: { readonly code: string; readonly cause?: unknown },
    path: string | undefined,
  ) => void;
  readonly toRetryHeaders: (
    errors: readonly { readonly cause?: unknown }[],
  ) => Readonly<Record<string, string>>;
}

const headers = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** Answers subscriptions with server-sent events on node's response. */
export const liveRoute =
  ({ loadGate, overloadedReply, createContext, logFailure, toRetryHeaders }: LiveOptions): FastRoute =>
  (head, query) => {
    const { req } = head;
    const path = req.path.slice('/trpc/'.length);
    if (req.method !== 'GET' || !req.path.startsWith('/trpc/') || !isSubscription(path)) return null;
    return async (requestId) => {
      const leave = loadGate.enter('first');
      if (!leave) return overloadedReply;
      const ending = new AbortController();
      const cookies: string[] = [];
      const opened = await openSubscription(path, new URLSearchParams(query), {
        lastEventId: req.header('last-event-id'),
        signal: ending.signal,
        createContext: () => createContext(head, requestId, [{ path }], (line) => void cookies.push(line)),
      }).finally(leave);
      if ('events' in opened)
        return {
          status: 200,
          headers: { ...headers, ...(cookies.length > 0 && { 'Set-Cookie': cookies }) },
          body: (outgoing) => send(opened.events, outgoing, ending),
        };
      const { status, error, text } = opened;
      logFailure(error, path);
      const more = { 'Content-Type': 'application/json', ...toRetryHeaders([error]) };
      return { status, headers: more, body: text };
    };
  };

type Outgoing = Pick<
  ServerResponse,
  'flushHeaders' | 'write' | 'end' | 'destroy' | 'on' | 'writableLength' | 'destroyed'
>;

/**
 * Writes events, and heartbeats between them. Disconnects a client that has not read the earlier writes by a heartbeat, so
 * that its waiting data are at most the events of that time. `ending` aborts after the connection is closed.
 */
export function send(
  events: AsyncIterable<unknown>,
  outgoing: Outgoing,
  ending: Pick<AbortController, 'abort'>,
): void {
  const beating = setInterval(() => {
    if (outgoing.writableLength > 0) outgoing.destroy();
    else outgoing.write(beat);
  }, liveLimits.heartbeatMs);
  outgoing.on('close', () => {
    clearInterval(beating);
    ending.abort();
  });
  if (outgoing.destroyed) {
    // The connection closed before the listener was added.
    clearInterval(beating);
    ending.abort();
    return;
  }
  // Flushed separately, because node would otherwise keep the headers in fifty pieces for as long as the connection.
  outgoing.flushHeaders();
  outgoing.write(toFirstChunk(liveLimits.silentMs));
  const write = async (): Promise<void> => {
    for await (const event of events) {
      if (outgoing.destroyed) return;
      outgoing.write(toChunk(event));
    }
    outgoing.end();
  };
  // The client reconnects.
  write().catch(() => outgoing.destroy());
}
