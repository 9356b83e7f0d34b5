import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** The longest waits for a client that neither sends nor reads a byte. */
export interface Patience {
  /** The wait while the connection has no request. */
  readonly unsentMs: number;
  /** The wait for the rest of a request, or for the client to read its answer. */
  readonly stalledMs: number;
}

export interface Connections {
  /** Starts to end the connections whose client has been quiet for too long. */
  readonly endQuiet: (patience: Patience) => void;
}

/** Starts to watch the connections of a server. */
export function watchConnections(server: Server): Connections {
  /** The unanswered requests of each connection. */
  const connections = new Map<Socket, Set<IncomingMessage>>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, new Set());
    socket.on('close', () => connections.delete(socket));
  });
  server.on('request', (incoming, outgoing) => {
    const requests = connections.get(incoming.socket);
    requests?.add(incoming);
    outgoing.on('close', () => requests?.delete(incoming));
  });
  const isOurTurn = (socket: Socket): boolean =>
    socket.writableLength === 0 && [...(connections.get(socket) ?? [])].some(({ complete }) => complete);

  return {
    endQuiet: ({ unsentMs, stalledMs }) => {
      // Node counts from the last byte in either direction, even for an answer that is written at once.
      server.on('timeout', (socket) => {
        if (isOurTurn(socket)) socket.setTimeout(stalledMs);
        else socket.destroy();
      });
      for (const [socket, requests] of connections)
        socket.setTimeout(requests.size === 0 ? unsentMs : stalledMs);
      // These apply to connections that become idle or get a request after now.
      server.keepAliveTimeout = unsentMs;
      server.timeout = stalledMs;
    },
  };
}
