import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Of one connection. Browsers and proxies send the next request after the answer. */
const maxWaiting = 64;

/**
 * Handles the requests of a connection one after another: the next when the answer to the one before has been taken.
 * Node hands over all that a client has sent at once, so that a single one that pipelines requests and reads no answers
 * would keep the whole process at work. Ends a connection with too many requests waiting.
 */
export function handleInOrder(handle: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>();

  function start(
    waiting: [IncomingMessage, ServerResponse][],
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ) {
    outgoing.once('close', () => {
      const next = waiting.shift();
      if (!next) connections.delete(incoming.socket);
      else if (!incoming.socket.destroyed) start(waiting, ...next);
    });
    handle(incoming, outgoing);
  }

  return (incoming, outgoing) => {
    const { socket } = incoming;
    const waiting = connections.get(socket);
    if (!waiting) {
      const none: [IncomingMessage, ServerResponse][] = [];
      connections.set(socket, none);
      start(none, incoming, outgoing);
    } else if (waiting.length < maxWaiting) {
      waiting.push([incoming, outgoing]);
    } else {
      socket.destroy();
    }
  };
}
