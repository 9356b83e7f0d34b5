import { expect, it } from 'vitest';
import { codeOf, messageOf } from './errors.ts';

it('reads the message and the code of anything that was thrown', () => {
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  expect([messageOf(full), codeOf(full)]).toEqual(['no space left', 'ENOSPC']);
  expect([messageOf('halt'), codeOf('halt')]).toEqual(['halt', '']);
  expect(codeOf(new DOMException('The call was aborted', 'AbortError'))).toBe(''); // its code is a number
  expect([codeOf(new Error('unknown')), codeOf({ code: 'ENOSPC' }), codeOf(null)]).toEqual(['', '', '']);
});
