import { Writable } from 'node:stream';
import { measureCpu } from '@relato/testing/measure-cpu';
import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';

/** Returns the logged form of a thrown value. */
function log(err: unknown): unknown {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  createLogger('info', sink).error({ err }, 'job queue');
  return (JSON.parse(lines.join('')) as { err: unknown }).err;
}

it.each<[string, unknown, object]>([
  [
    'an error',
    Object.assign(new Error('no space left', { cause: new Error('inside') }), { code: '53100' }),
    { type: 'Error', message: 'no space left', code: '53100', cause: { message: 'inside' } },
  ],
  [
    'the plain object that the job queue makes of an error',
    {
      message: 'could not extend file',
      code: '53100',
      stack: 'error: could not',
      queue: 'inspect-recording',
    },
    { type: 'object', message: 'could not extend file', code: '53100', queue: 'inspect-recording' },
  ],
  [
    'several at once',
    new AggregateError([Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })], 'all failed'),
    { type: 'AggregateError', message: 'all failed', cause: { code: 'ECONNREFUSED' } },
  ],
  ['a text', 'disk full', { type: 'string', message: 'disk full' }],
  ['nothing', null, { type: 'object', message: 'null' }],
])('logs the type, code and message of %s', (_case, thrown, logged) => {
  expect(log(thrown)).toMatchObject(logged);
});

it('SEC-41: logs no addresses, no tokens and no properties that drivers attach to an error', () => {
  const token = 'k3'.repeat(20);
  const attached = { detail: 'Key (email)=(ana@example.org)', parameters: ['ana@example.org'], where: token };
  const message = `duplicate ana@example.org ${token}`;
  for (const thrown of [message, { message, ...attached }, Object.assign(new Error(message), attached)]) {
    expect(JSON.stringify(log(thrown))).not.toMatch(/ana@|k3k3/u);
  }
});

it('SEC-41: hides addresses between any punctuation, and keeps the rest', () => {
  const message = `(ana@a.example) <eva@a.example>,leo@a.example=x mailto:ñu+1@a.example a)bea@a.example, "iris@a.example" ok`;
  const logged = JSON.stringify(log(message));
  expect(logged).not.toMatch(/ana|eva|leo|ñu|bea|iris|a\.example/u);
  expect(logged).toContain('mailto:[hidden]');
  expect(logged).toContain('ok');
});

it('SEC-41: takes time linear in the length of the text', () => {
  const texts = ['a', 'ñ', '-', 'a.', '@'].map((unit) => unit.repeat(50_000));
  expect(measureCpu(() => texts.map(log), 1)).toBeLessThan(1_000_000);
});
