import { hash } from 'node:crypto';

const modulus = 1n << 256n;
const lineEnd = 0x0a;

/** Hashes the rows of a table independently of their order, because two databases may return them in different orders. */
export interface RowDigest {
  /** Adds the next bytes of the text format of COPY, in which each line is a row. */
  add(chunk: Uint8Array): void;
  read(): { readonly rows: number; readonly digest: string };
}

/** The digest is the sum of the SHA-256 of all lines modulo 2^256, in hexadecimal. */
export function createRowDigest(): RowDigest {
  let rows = 0;
  let sum = 0n;
  let rest = Buffer.alloc(0);
  const addLine = (line: Uint8Array): void => {
    rows += 1;
    sum = (sum + BigInt(`0x${hash('sha256', line, 'hex')}`)) % modulus;
  };
  return {
    add: (chunk) => {
      let start = 0;
      for (;;) {
        const end = chunk.indexOf(lineEnd, start);
        if (end === -1) break;
        const line = chunk.subarray(start, end);
        addLine(rest.length === 0 ? line : Buffer.concat([rest, line]));
        rest = Buffer.alloc(0);
        start = end + 1;
      }
      if (start < chunk.length) rest = Buffer.concat([rest, chunk.subarray(start)]);
    },
    read: () => ({ rows, digest: sum.toString(16).padStart(64, '0') }),
  };
}
