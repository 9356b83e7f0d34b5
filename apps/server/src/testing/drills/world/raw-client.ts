import { connect, type Socket } from 'node:net';

interface RawAnswer {
  /** The status of the answer, or 0 if the connection was lost. */
  readonly status: number;
  readonly headers: string;
  /** The time from the call to the answer, with the wait for a connection. */
  readonly tookMs: number;
}

export interface RawClient {
  readonly open: (connections: number) => Promise<void>;
  /** Sends the text of a request as soon as a connection is free. */
  readonly send: (text: string) => Promise<RawAnswer>;
  readonly close: () => void;
}

interface Waiting {
  readonly text: string;
  readonly startedMs: number;
  readonly resolve: (answer: RawAnswer) => void;
}

const headEnd = '\r\n\r\n';
const contentLength = /\r\ncontent-length: (\d+)/iu;
const isLast = /\r\nconnection: close/iu;

/**
 * Sends more requests than other HTTP clients could on the same machine, because it reads only the head of an answer and the
 * length of its body.
 */
export function createRawClient(url: string): RawClient {
  const { hostname, port } = new URL(url);
  const idle: ((next: Waiting) => void)[] = [];
  const waiting: Waiting[] = [];
  const sockets = new Set<Socket>();

  function dial(first: Waiting): void {
    let current: Waiting | null = null;
    let received = '';
    const socket = connect(Number(port), hostname, () => ask(first));
    sockets.add(socket.setNoDelay(true).setEncoding('latin1'));

    function ask(next: Waiting): void {
      current = next;
      socket.write(next.text);
    }
    function answer(status: number, headers: string): void {
      const asked = current;
      current = null;
      asked?.resolve({ status, headers, tookMs: performance.now() - asked.startedMs });
    }
    socket.on('data', (chunk) => {
      received += String(chunk);
      const end = received.indexOf(headEnd);
      const headers = received.slice(0, Math.max(0, end));
      const length = Number(contentLength.exec(headers)?.[1] ?? 0);
      if (end < 0 || received.length < end + headEnd.length + length) return;
      received = '';
      answer(Number(headers.slice(9, 12)), headers);
      if (isLast.test(headers)) return;
      const next = waiting.shift();
      if (next) ask(next);
      else idle.push(ask);
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      if (idle.includes(ask)) idle.splice(idle.indexOf(ask), 1);
      answer(0, '');
    });
  }

  return {
    open: async (connections) => {
      // An answer over a connection proves that the server has accepted it.
      const text = `GET /livez HTTP/1.1\r\nHost: ${hostname}${headEnd}`;
      const openOne = (): Promise<RawAnswer> =>
        new Promise((resolve) => dial({ text, startedMs: performance.now(), resolve }));
      await Promise.all(Array.from({ length: connections }, openOne));
    },
    send: (text) =>
      new Promise((resolve) => {
        const next = { text, startedMs: performance.now(), resolve };
        const ask = idle.pop();
        if (ask) ask(next);
        else waiting.push(next);
      }),
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}
