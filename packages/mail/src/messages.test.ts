import { startMailServer, type FakeMailServer } from '@relato/testing/mail';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMailer, type Mail, type Mailer } from './index.ts';
import { confirmation, everyMail, from, link, requireFailure } from './testing/mails.ts';

const digest = {
  kind: 'digest',
  to: 'ana@correo.example',
  link: 'https://relato.example/avisos',
  leave:
    'https://relato.example/baja?token=abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0123',
  rhythm: 'weekly',
  news: [{ text: '@luis comentó «El <b>tren»', link: 'https://relato.example/?story=1' }],
  stories: [
    { text: '@eva: «El mar»', link: 'https://relato.example/?story=2' },
    { text: '@eva: «El río»', link: 'https://relato.example/?story=3' },
  ],
} as const satisfies Mail;

describe('every mail', () => {
  let server: FakeMailServer;
  let mailer: Mailer;

  beforeEach(async () => {
    server = await startMailServer();
    mailer = createMailer({ smtpUrl: server.url, from, outboxDir: '/nowhere', timeoutMs: 5_000 });
    return () => server.close();
  });

  it('has the same content as text and as HTML, with its link in both', async () => {
    for (const mail of everyMail) {
      await mailer.send(mail);
      const received = await server.mailTo(mail.to);
      expect(received.link).toBe(link);
      expect(received.html).toContain(`href="${link}"`);
      const firstLine = received.text.split('\n')[0] ?? '';
      expect(received.html).toContain(firstLine);
      expect(received.headers.get('auto-submitted')).toBe('auto-generated');
      server.mails.length = 0;
    }
  });

  it('that comes regularly contains its links in both forms, and one that ends it without a sign-in', async () => {
    await mailer.send(digest);
    const { subject, text, html, headers } = await server.mailTo(digest.to);
    expect(subject).toBe('Lo nuevo en Relato: 1 aviso y 2 historias nuevas');
    for (const { text: item, link: to } of [...digest.news, ...digest.stories]) {
      expect(text).toContain(`${item}\n${to}\n`);
      expect(html).toContain(`href="${to}"`);
    }
    expect(html).toContain('El &lt;b&gt;tren');
    expect(text).toContain(digest.leave);
    expect(html).toContain(`href="${digest.leave}"`);
    expect(headers.get('list-unsubscribe')).toBe(`<${digest.leave}>`);
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  it('that does not come regularly offers no unsubscription', async () => {
    await mailer.send(confirmation);
    expect((await server.mailTo(confirmation.to)).headers.has('list-unsubscribe')).toBe(false);
  });

  it('escapes the texts of users', async () => {
    await mailer.send({ ...confirmation, username: '<img src=x onerror="alert(1)">&' });
    const { html } = await server.mailTo(confirmation.to);
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;');
  });

  it('greets without a username that mail programs would turn into a link', async () => {
    for (const username of ['gana-2000-euros.com', 'ana.eu', 'a.1.2.3']) {
      await mailer.send({ ...confirmation, username });
      const { html, text } = await server.mailTo(confirmation.to);
      expect(html + text).not.toContain(username);
      server.mails.length = 0;
    }
  });

  it.each([
    'ana@correo.example\nSubject: otro',
    'ana@correo.example, otra@correo.example',
    'Ana <ana@correo.example>',
    'ana@correo.example\u0000',
    '',
  ])('refuses a recipient that is not one address: %j', async (to) => {
    await requireFailure(mailer.send({ ...confirmation, to }), 'input');
    expect(server.mails).toEqual([]);
  });

  it.each(['javascript:alert(1)', '/confirmar', 'data:text/html,hola', ''])(
    'refuses a link that is not a web address: %j',
    async (bad) => {
      await requireFailure(mailer.send({ ...confirmation, link: bad }), 'input');
      expect(server.mails).toEqual([]);
    },
  );

  it('contains no line break from a link or a name in its headers', async () => {
    const more = '\r\nBcc: otra@correo.example';
    await mailer.send({ ...confirmation, username: `ana${more}`, link: `${link}${more}` });
    const { to, headers } = await server.mailTo(confirmation.to);
    expect(to).toEqual([confirmation.to]);
    expect(headers.has('bcc')).toBe(false);
  });
});
