import { describe, expect, it } from 'vitest';
import { avatarLetter, avatarTone } from './avatar-look.ts';

describe('avatarLetter', () => {
  it('takes the username, else the e-mail, else U', () => {
    expect(avatarLetter('marisol', 'x@ejemplo.com')).toBe('M');
    expect(avatarLetter(null, 'ana@ejemplo.com')).toBe('A');
    expect(avatarLetter('  ', undefined)).toBe('U');
  });

  it('keeps a letter with an accent or outside the basic plane whole', () => {
    expect(avatarLetter('ñandú', null)).toBe('Ñ');
    expect(avatarLetter('😀 risa', null)).toBe('😀');
  });
});

describe('avatarTone', () => {
  it('gives one name one colour, whatever its case', () => {
    expect(avatarTone('Marisol', 3)).toBe(avatarTone('marisol', 3));
  });

  it('uses every colour', () => {
    const names = ['ana', 'luz', 'beto', 'marisol', 'tono_rdz', 'abril.sur', 'el_profe', 'don_beto'];
    expect(new Set(names.map((name) => avatarTone(name, 3)))).toEqual(new Set([0, 1, 2]));
  });
});
