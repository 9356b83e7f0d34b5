import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkEmail } from './account/rules.ts';
import { isErrorCode } from './errors.ts';
import { limits } from './limits.ts';
import { reportReasons } from './reports/reasons.ts';
import { createReportInput } from './reports/schema.ts';
import { checkFilterTags, checkTags } from './stories/rules.ts';
import { createStoryInput, feedInput, updateStoryTagsInput } from './stories/schema.ts';
import { formFields, toVerdict } from './testing/form-fields.ts';
import { textsFor } from './testing/texts.ts';
import { countCharacters, toStoredText } from './text/rules.ts';

const textsPerField = 100;
const id = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('the rules of the browser and the schemas of the server', () => {
  it.each(formFields)('agree: $form, $field', ({ rule, bounds, input, toInput }) => {
    const seen = new Set<string | null>();
    fc.assert(
      fc.property(textsFor(bounds), (typed) => {
        const verdict = toVerdict(input, toInput(typed));
        seen.add(verdict);
        expect(rule(typed)).toBe(verdict);
      }),
      { numRuns: textsPerField, seed: 1 },
    );
    // Both kinds of text occur, and the browser knows the code of each refusal.
    expect(seen).toContain(null);
    expect([...seen].filter((code) => code !== null && !isErrorCode(code))).toEqual([]);
    expect(seen.size).toBeGreaterThan(1);
  });

  it('agree on lists of tags', () => {
    const tag = textsFor({
      ...limits.tag,
      typical: ['humor', 'Humor', 'hu\u200Bmor', 'papa', 'papá', 'a b', 'a  b'],
    });
    const numbered = fc
      .nat(limits.tag.maxCount + 1)
      .map((length) => Array.from({ length }, (_, n) => `tag ${n}`));
    const lists = fc.oneof(
      fc.array(tag, { maxLength: 4 }),
      fc.array(fc.constantFrom('humor', ' Humor', 'papa', 'papá'), { maxLength: 4 }),
      fc.tuple(numbered, fc.array(tag, { maxLength: 2 })).map((parts) => parts.flat()),
    );
    fc.assert(
      fc.property(lists, (tags) => {
        expect(checkTags(tags)).toBe(toVerdict(updateStoryTagsInput, { id, tags }));
        expect(checkTags(tags)).toBe(toVerdict(createStoryInput, { recordingId: id, tags }));
        expect(checkFilterTags(tags)).toBe(toVerdict(feedInput, { tags }));
      }),
      { numRuns: textsPerField, seed: 1 },
    );
  });

  it('agree on the reasons for a report', () => {
    for (const reason of reportReasons)
      expect(toVerdict(createReportInput, { storyId: id, reason })).toBeNull();
    for (const reason of [null, undefined, '', 'other '])
      expect(toVerdict(createReportInput, { storyId: id, reason })).toBe('REPORT_REASON_REQUIRED');
  });
});

describe('the rules', () => {
  const oddTexts = textsFor({ maxLength: 20 });

  it('count characters as Zod does', () => {
    fc.assert(
      fc.property(oddTexts, fc.nat(40), (text, length) => {
        expect(countCharacters(text) <= length).toBe(z.string().max(length).safeParse(text).success);
        expect(countCharacters(text)).toBe(Array.from(text).length);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it('accept the e-mail addresses that Zod accepts', () => {
    const { bounds } = formFields.find(({ field }) => field === 'email') ?? { bounds: limits.email };
    const zodEmail = z.string().trim().max(limits.email.maxLength).pipe(z.email());
    fc.assert(
      fc.property(fc.oneof(textsFor(bounds), fc.emailAddress()), (text) => {
        expect(checkEmail(text) === null).toBe(zodEmail.safeParse(text).success);
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});

describe('SEC-60: a text that people read', () => {
  it('is stored by every form without invisible characters', () => {
    const exact = /password|username|email|confirmation/i;
    const fields = formFields.filter(({ field }) => !exact.test(field));
    expect(fields.length).toBeGreaterThan(15);
    for (const { form, field, input, toInput } of fields) {
      const typed = 'ho\u202Ela\u200B 👩\u200D👧\u2069';
      const stored = input.parse(toInput(typed));
      expect([form, field, stored]).toMatchObject([form, field, toInput('hola 👩\u200D👧') as object]);
    }
  });

  it('does not change when it is stored again', () => {
    fc.assert(
      fc.property(textsFor({ maxLength: 20 }), (text) => {
        expect(toStoredText(toStoredText(text))).toBe(toStoredText(text));
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});

it('a schema contains the bound of its rule for the help of the command line', () => {
  for (const { form, input, field, bounds } of formFields.filter(({ field }) => field !== 'confirmation')) {
    const { properties } = z.toJSONSchema(input, { io: 'input' });
    const property = properties?.[field];
    const text = typeof property === 'object' && property.type === 'array' ? property.items : property;
    expect({ form, text }).toMatchObject({ form, text: { type: 'string', maxLength: bounds.maxLength } });
  }
});
