import { expect, it } from 'vitest';
import { toTransportError } from './errors.ts';

it.each(['40P01', '23503'])(
  'tells who met somebody else at the same things that they came second: %s',
  (code) => {
    const error = Object.assign(new Error('of the driver'), { code });
    expect(toTransportError(error)).toMatchObject({ code: 'CONFLICT', message: 'CONFLICT' });
  },
);

it('knows nothing of what nobody foresaw', () => {
  expect(toTransportError(new Error('a bug'))).toBeNull();
});
