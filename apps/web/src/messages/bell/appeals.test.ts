import { ruleTitles } from '@relato/contract/appeals/statements';
import { expect, it } from 'vitest';
import { rulesText } from '../rules.ts';

it('the rules that a decision names are titles of the page of the rules', () => {
  const titles = rulesText.parts.map(({ title }): string => title);
  expect(titles).toEqual(expect.arrayContaining(Object.values(ruleTitles)));
});
