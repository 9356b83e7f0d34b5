import { describe, expect, it } from 'vitest';
import { username } from './schema.ts';

describe('SEC-38: a username', () => {
  it.each([
    ['an order turned around', 'ana\u202Eaten'],
    ['an isolated order', '\u2066ana\u2069'],
    ['a mark of direction', 'an\u200Fa'],
    ['a space without width', 'an\u200Ba'],
    ['a joiner', 'an\u200Da'],
    ['a soft hyphen', 'an\u00ADa'],
    ['a tag character', 'ana\u{E0041}'],
    ['a filler of Hangul', 'ana\u3164'],
    ['a blank of Braille', 'ana\u2800'],
    ['letters of another alphabet that look alike', '\u0430na\u0441'],
    ['letters of mathematics', '\u{1D41A}na'],
    ['an accent apart', 'ane\u0301mona'],
    ['a line break', 'ana\nana'],
    ['a NUL', 'ana\u0000'],
    ['a tag of HTML', '<b>ana'],
    ['an at-sign', '@ana'],
  ])('has no %s', (_what, name) => {
    expect(username.safeParse(name).success).toBe(false);
  });

  it.each(['ana', 'abril.sur', 'ñandú_7', 'José-Luis'])('may be %s', (name) => {
    expect(username.safeParse(name).data).toBe(name);
  });
});
