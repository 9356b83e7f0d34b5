import { describe, expect, it } from 'vitest';
import { listImports } from './imports.ts';

describe('listImports', () => {
  it('lists imports, re-exports and lazy imports in the order of the text', () => {
    const text = `
      import first from './first.ts';
      import './second.css';
      export { third } from './third.ts';
      export * from './fourth.ts';
      const load = () => import('./fifth.ts');
    `;
    expect(listImports('a.ts', text).map(({ from }) => from)).toEqual([
      './first.ts',
      './second.css',
      './third.ts',
      './fourth.ts',
      './fifth.ts',
    ]);
  });

  it('tells imports of types from those of values', () => {
    const text = `
      import type { A } from './a.ts';
      import { type B } from './b.ts';
      import { type C, d } from './c.ts';
      export type { E } from './e.ts';
      import './effect.ts';
    `;
    expect(listImports('a.ts', text).map(({ from, typesOnly }) => [from, typesOnly])).toEqual([
      ['./a.ts', true],
      ['./b.ts', true],
      ['./c.ts', false],
      ['./e.ts', true],
      ['./effect.ts', false],
    ]);
  });

  it('reads no import in comments and strings', () => {
    const text = "// import a from './a.ts';\nconst text = \"import b from './b.ts'\";\n";
    expect(listImports('a.ts', text)).toEqual([]);
  });

  it('throws for a file that cannot be parsed', () => {
    expect(() => listImports('a.ts', 'import {')).toThrow('a.ts cannot be parsed');
  });
});
