import { describe, expect, it } from 'vitest';
import { avatarLetter, avatarTone } from './avatar.ts';

describe('avatarLetter', () => {
  it('L117: uses the username, else the e-mail, else U', () => {
    expect(avatarLetter('marisol', 'x@ejemplo.com')).toBe('M');
    expect(avatarLetter(null, 'ana@ejemplo.com')).toBe('A');
    expect(avatarLetter('  ', undefined)).toBe('U');
  });

  it('keeps an accented letter or one outside the basic plane whole', () => {
    expect(avatarLetter('ñandú', null)).toBe('Ñ');
    expect(avatarLetter('😀 risa', null)).toBe('😀');
  });
});

describe('avatarTone', () => {
  it('always gives a name the same colour, ignoring case', () => {
    expect(avatarTone('Marisol', 3)).toBe(avatarTone('marisol', 3));
  });

  it('spreads names evenly over the colours', () => {
    const counts = Array.from({ length: 6 }, () => 0);
    for (let person = 0; person < 600; person += 1) {
      const tone = avatarTone(`persona${person}`, 6);
      counts[tone] = (counts[tone] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(70);
    expect(Math.max(...counts)).toBeLessThan(130);
  });
});
