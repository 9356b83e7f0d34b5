import { expect, it } from 'vitest';
import { toChannels } from './channels.ts';

const url = 'https://relato.example/?story=0190a7c4-0000-7000-8000-000000000000&t=42';

it('hands other apps the title and the whole link', () => {
  const { whatsapp, telegram, mail } = toChannels({ title: 'Té & «más» 100 %', url });
  expect(new URL(whatsapp).searchParams.get('text')).toBe(`Té & «más» 100 %\n${url}`);
  expect(new URL(telegram).searchParams.get('url')).toBe(url);
  expect(new URL(telegram).searchParams.get('text')).toBe('Té & «más» 100 %');
  const [, subject = '', body = ''] = /^mailto:\?subject=([^&]*)&body=([^&]*)$/.exec(mail) ?? [];
  // A mail would show the plus sign itself.
  expect(mail).not.toContain('+');
  expect([subject, body].map(decodeURIComponent)).toEqual(['Té & «más» 100 %', `Té & «más» 100 %\n${url}`]);
});

it.each(['"><script>', '\u0000\u001F', '\uD83D', '👵'.repeat(300), '\u202Eidé', 'a\r\nBcc: x@example.org'])(
  'SEC-38: carries a title that is %j',
  (title) => {
    const { whatsapp, mail } = toChannels({ title, url });
    expect(whatsapp).toMatch(/^https:\/\/wa\.me\/\?text=[^&<>"\s]*$/);
    expect(mail).toMatch(/^mailto:\?subject=[^&<>"\s]*&body=[^&<>"\s]*$/);
    const [, subject = ''] = /subject=([^&]*)/.exec(mail) ?? [];
    expect(subject).not.toMatch(/%0[da]/i);
  },
);
