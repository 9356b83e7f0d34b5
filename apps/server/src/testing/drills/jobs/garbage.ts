import type { LoopbackFailure } from '@relato/testing/network/loopback';

const json = { 'content-type': 'application/json' };
const page = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';
const deep = '['.repeat(20_000) + ']'.repeat(20_000);
const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);
const word = (start: unknown, end: unknown, text: unknown = 'hola') => ({ word: text, start, end });

/** Successful answers with content that no transcriber should send, and a few senseless errors. */
const answers: readonly (() => Omit<Extract<LoopbackFailure, { kind: 'answer' }>, 'kind'>)[] = [
  () => ({ headers: { 'content-type': 'text/html' }, body: page }),
  () => ({ body: '' }),
  () => ({ headers: json, body: '' }),
  () => ({ headers: json, body: 'null' }),
  () => ({ headers: json, body: '[]' }),
  () => ({ headers: json, body: '{"text":' }),
  () => ({ headers: json, body: deep }),
  () => ({ headers: json, body: `{"text":"${'a'.repeat(10_000_000)}"}` }),
  () => ({ headers: json, body: Buffer.alloc(10_000_000) }),
  () => ({ headers: json, body: bytes(0xff, 0xfe, 0x00, 0xd8) }),
  () => ({ headers: { ...json, 'content-encoding': 'gzip' }, body: 'no gzip' }),
  () => ({ body: { text: 7 } }),
  () => ({ body: { error: { message: 'succeeded' } } }),
  () => ({ headers: json, body: '{"__proto__":{"text":"hola"},"constructor":"x"}' }),
  () => ({ body: { text: 'x'.repeat(100_000) } }),
  () => ({ status: 204, body: '' }),
  () => ({ status: 502, headers: { 'content-type': 'text/html' }, body: page }),
  () => ({ status: 503, body: bytes(0, 1, 2, 255) }),
  // Invalid words must not lose the text beside them.
  () => ({ body: { text: 'hola', words: 'none' } }),
  () => ({ body: { text: 'hola', words: [null, 7, 'x', {}, word('a', 'b'), word(-1, 1e300), word(9, 1)] } }),
  () => ({ body: { text: 'hola', words: Array.from({ length: 50_000 }, () => word(0, 1)) } }),
  () => ({ body: { text: 'ho\u0000la \ud800', words: [word(0, 1, '\u0000')] } }),
];

/** Returns the next kind of garbage each time. */
export function pickGarbage(n: number): LoopbackFailure {
  const pick = answers[n % answers.length];
  if (!pick) throw new Error('There is no garbage');
  return { kind: 'answer', ...pick() };
}
