import { describe, expect, it } from 'vitest';
import { toIndexed, toSearchTerms } from './terms.ts';

describe('what is looked up in an index of trigrams', () => {
  it.each([
    ['zorro', ['zorro']],
    ['el zorro azul', ['zorro', 'azul']],
    ['la madrugada del zorro', ['madrugada', 'zorro', 'del']],
    ['"la madrugada del zorro"', ['madrugada', 'zorro', 'del']],
    ['que la vecina perdió una maleta en Córdoba', ['veci', 'perd', 'Córd', 'male']],
    // Too little is left of these to be rare.
    ['"en la mano"', ['en la mano']],
    ['"y mi hermano"', ['y mi hermano']],
    ['contar contigo contento contra', ['contento', 'contigo', 'contar', 'contra']],
    // A letter beyond the first 65,536 is not halved.
    ['abc\u{1DF00}e vecina maleta perdió', ['abc\u{1DF00}', 'veci', 'male', 'perd']],
    ['сказка про белого бычка', ['сказка', 'про', 'белого', 'бычка']],
  ])('%s', (search, indexed) => {
    expect([...toIndexed(toSearchTerms(search))].toSorted()).toEqual([...indexed].toSorted());
  });

  it('is part of what the terms are, so that nothing is lost', () => {
    const terms = toSearchTerms('«La última vez» que mi tía Elvira cantó_en la-plaza 1998 cancio\u0301n');
    const parts = toIndexed(terms);
    for (const part of parts) expect(terms.some((term) => term.includes(part))).toBe(true);
    expect(parts).toHaveLength(4);
  });
});
