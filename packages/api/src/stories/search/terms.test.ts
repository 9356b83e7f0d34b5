import { describe, expect, it } from 'vitest';
import { toIndexed, toSearchTerms } from './terms.ts';

describe('the terms for the index of titles and tags', () => {
  it.each([
    ['zorro', ['zorro']],
    ['el zorro azul', ['zorro', 'azul']],
    ['"la madrugada del zorro" azul y', ['la madrugada del zorro', 'azul']],
    ['que la vecina perdió una maleta en Córdoba', ['vecina', 'perdió', 'Córdoba', 'maleta']],
    // Short words count only alone.
    ['en la', ['en', 'la']],
    ['xq', ['xq']],
  ])('%s', (search, indexed) => {
    expect([...toIndexed(toSearchTerms(search))].toSorted()).toEqual([...indexed].toSorted());
  });
});
