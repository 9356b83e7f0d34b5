import { regionNames } from '@relato/contract/text/region-names';
import { describe, expect, it } from 'vitest';
import { formatList, toListParts } from './lists.ts';

describe('a list', () => {
  it.each([1, 2, 3, Object.keys(regionNames).length])(
    'of %i names is written as the platform does',
    (count) => {
      const names = Object.values(regionNames).slice(0, count);
      expect(formatList(names)).toBe(new Intl.ListFormat('es').format(names));
    },
  );

  it('has the names and what stands between them in parts', () => {
    expect(toListParts(['@ana', '@luis', '2 más'])).toEqual(['@ana', ', ', '@luis', ' y ', '2 más']);
    expect(toListParts([])).toEqual([]);
  });
});
