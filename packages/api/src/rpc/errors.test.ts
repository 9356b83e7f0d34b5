import { DomainError, errorCodes } from '@relato/contract';
import { expect, it } from 'vitest';
import { toTransportError } from './errors.ts';

it.each(errorCodes.filter((code) => code.endsWith('NOT_FOUND')))(
  '%s has the status of what is missing',
  (code) => {
    expect(toTransportError(new DomainError(code))).toMatchObject({ code: 'NOT_FOUND' });
  },
);

it.each(['40P01', '23503'])('a conflict with a concurrent transaction becomes CONFLICT: %s', (code) => {
  const error = Object.assign(new Error('of the driver'), { code });
  expect(toTransportError(error)).toMatchObject({ code: 'CONFLICT', message: 'CONFLICT' });
});

it('an unforeseen error has no transport error', () => {
  expect(toTransportError(new Error('a bug'))).toBeNull();
});
