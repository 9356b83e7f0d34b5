import { expect, it } from 'vitest';
import { withoutSent } from './without-sent.ts';

it.each([
  ['the sent text', ' Mis trenes ', 'Mis trenes', ''],
  ['a later text', 'Mis trenes y barcos', 'Mis trenes', 'Mis trenes y barcos'],
])('clears a field with %s only if it was sent', (_name, typed, sent, rest) => {
  expect(withoutSent(typed, sent)).toBe(rest);
});
