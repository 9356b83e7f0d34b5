import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client is waited for that neither sends nor reads a byte. */
export interface Patience {
  /** Without a request that is being answered. */
  readonly unsentMs: number;
  /** While it has to send the rest of a request, or to read an answer. */
  readonly stalledMs: number;
}

export interface Connections {
  /** From now on ends the connections whose client has been waited for too long. */
  readonly endQuiet: (patience: Patience) => void;
}

/** Watches the connections of a server from now on. */
export function watchConnections(server: Server): Connections {
  /** The requests of each that are being answered. */
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
      // Node counts from the last byte in either direction, also of an answer that is written at once.
      server.on('timeout', (socket) => {
        if (isOurTurn(socket)) socket.setTimeout(stalledMs);
        else socket.destroy();
      });
      for (const [socket, requests] of connections)
        socket.setTimeout(requests.size === 0 ? unsentMs : stalledMs);
      // For connections that are idle, or get a request, from now on.
      server.keepAliveTimeout = unsentMs;
      server.timeout = stalledMs;
    },
  };
}
