import { describe, expect, it } from 'vitest';
import { isTeamName, listNameShapes, toNameShape } from './name-shapes.ts';

describe('SEC-60: toNameShape', () => {
  it.each([
    ['case and accents', 'MÁRISOL', 'marisol'],
    ['separators and signs', '·mari_sol·', 'marisol'],
    ['characters that show nothing', 'mari\u200Bsol', 'marisol'],
    ['letters of another alphabet', 'm\u0430risol', 'marisol'],
    ['their capitals', '\u041C\u0410RISOL', 'marisol'],
    ['capitals of small letters that look like ours', '\u04C0ana', 'lana'],
    ['letters of another alphabet with an accent', 'm\u03ACrisol', 'marisol'],
    ['letters of mathematics', '\u{1D426}arisol', 'marisol'],
    ['wide letters', 'ｍａｒｉｓｏｌ', 'marisol'],
    ['letters and digits that are drawn alike', 'mar1s0I', 'marlsol'],
  ])('is the same for %s', (_what, name, shape) => {
    expect(toNameShape(name)).toBe(toNameShape(shape));
    expect(toNameShape(name)).not.toBe('');
  });

  it('is empty for a name without letters that look like ours', () => {
    expect(toNameShape('مريم 👵🏽')).toBe('');
  });
});

describe('SEC-60: listNameShapes', () => {
  it('contains the look and the spelling of a name, if these differ', () => {
    expect(listNameShapes('Ana')).toEqual(['ana']);
    // The full name of a member may contain such a letter too, and the database stores its spelling.
    expect(listNameShapes('Søren')).toEqual(['soren', 'sren']);
  });

  it('is empty for a name without letters that look like ours, because all such names would be equal', () => {
    expect(listNameShapes('مريم')).toEqual([]);
  });
});

describe('SEC-57: isTeamName', () => {
  it.each(['admin2', 'admin 24', 'admin²', 'el-moderador7', 'operadora'])(
    'is true of %j: a number does not make another word',
    (name) => {
      expect(isTeamName(name)).toBe(true);
    },
  );

  it.each(['administrame', 'ana'])('is false of %j', (name) => {
    expect(isTeamName(name)).toBe(false);
  });
});
