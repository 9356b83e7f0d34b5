import { describe, expect, it } from 'vitest';
import { signUpInput } from '../account/schema.ts';
import { createCommentInput } from '../comments/schema.ts';
import { defaultMinimumAge } from '../settings/operator.ts';
import { exactText, trimmedText } from './schema.ts';

const refuseX = (text: string) => (text.includes('x') ? 'INVALID_INPUT' : null);

describe('trimmedText', () => {
  it('removes the spaces around a text', () => {
    expect(trimmedText(refuseX, { maxLength: 3 }).parse(' \u00A0a b\n')).toBe('a b');
  });

  it('refuses with the code of its rule', () => {
    expect(trimmedText(refuseX, { maxLength: 3 }).safeParse(' x ').error?.issues).toMatchObject([
      { code: 'custom', message: 'INVALID_INPUT', path: [] },
    ]);
  });

  it('shows its length and its format to readers of the schema', () => {
    expect(trimmedText(refuseX, { maxLength: 3 }).meta()).toStrictEqual({ maxLength: 3 });
    const email = { maxLength: 3, format: 'email' } as const;
    expect(trimmedText(refuseX, email).meta()).toStrictEqual(email);
  });
});

describe('exactText', () => {
  it('keeps a text as it is', () => {
    expect(exactText(refuseX, { maxLength: 3 }).parse(' a ')).toBe(' a ');
    expect(exactText(refuseX, { maxLength: 3 }).safeParse('x').success).toBe(false);
  });
});

describe('a parsed form', () => {
  it('has no spaces around its texts, except in a password', () => {
    const typed = { username: ' ana ', email: ' ana@ejemplo.com ', password: ' 123456 ', acceptsTerms: true };
    expect(signUpInput.parse(typed)).toEqual({
      username: 'ana',
      email: 'ana@ejemplo.com',
      password: ' 123456 ',
      acceptsTerms: true,
      confirmedAge: defaultMinimumAge,
    });
  });

  it('may contain an empty name of a visitor', () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const comment = { id, storyId: id, content: ' Hola ', authorName: '  ' };
    expect(createCommentInput.parse(comment)).toMatchObject({ content: 'Hola', authorName: '' });
  });
});
