import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { startMailServer, type FakeMailServer } from '@relato/testing/mail';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMailer, MailError, readOutbox, type Mail, type Mailer, type StoredMail } from './index.ts';

const from = 'Relato <hola@relato.example>';
const link =
  'https://relato.example/confirmar#token=abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0123456789';
const confirmation: Mail = {
  kind: 'confirmation',
  to: 'ana@correo.example',
  username: 'Ana_Ñandú',
  link,
};
const everyMail: readonly Mail[] = [
  confirmation,
  { kind: 'address-in-use', to: 'ana@correo.example', link },
  { kind: 'address-barred', to: 'ana@correo.example', link },
  { kind: 'recovery', to: 'ana@correo.example', link },
  { kind: 'password-changed', to: 'ana@correo.example', link, unlinked: ['facebook', 'google'] },
  { kind: 'account-suspended', to: 'ana@correo.example', link, reason: 'Spam <b>' },
  { kind: 'account-restored', to: 'ana@correo.example', link },
  { kind: 'identity-linked', to: 'ana@correo.example', link, provider: 'google' },
  { kind: 'add-email', to: 'ana@correo.example', link, provider: 'facebook' },
  { kind: 'email-change', to: 'ana@correo.example', link },
  { kind: 'email-change-asked', to: 'ana@correo.example', link },
  { kind: 'email-changed', to: 'ana@correo.example', link },
  { kind: 'trial', to: 'ana@correo.example', link },
  { kind: 'account-deleted', to: 'ana@correo.example', link, wasSuspended: false },
  { kind: 'account-deleted', to: 'ana@correo.example', link, wasSuspended: true },
];
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

const failureOf = (sending: Promise<void>): Promise<unknown> =>
  sending.then(
    () => null,
    (error: unknown) => error,
  );

/** Requires a MailError with this reason and returns its message. */
async function requireFailure(sending: Promise<void>, reason: MailError['reason']): Promise<string> {
  const error = await failureOf(sending);
  if (!(error instanceof MailError))
    throw new Error('Sending did not fail with a MailError', { cause: error });
  expect(error.reason).toBe(reason);
  expect(error.cause).toBeUndefined();
  expect(error.message).not.toMatch(/[\r\n]/);
  return error.message;
}

async function start(...options: Parameters<typeof startMailServer>): Promise<FakeMailServer> {
  const server = await startMailServer(...options);
  onTestFinished(() => server.close());
  return server;
}

describe('the outbox', () => {
  let dir: string;
  let seen: StoredMail[];
  let mailer: Mailer;

  beforeEach(async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'relato-mail-'));
    dir = path.join(dataDir, 'outbox');
    seen = [];
    mailer = createMailer({ from, outboxDir: dir, onMail: (mail) => seen.push(mail) });
    return () => rm(dataDir, { recursive: true });
  });

  it('is empty before the first mail', async () => {
    expect(await readOutbox(dir)).toEqual([]);
  });

  it('D14: stores a mail that only its user may read, and reports the mail, so that the server can print its link', async () => {
    await mailer.send(confirmation);
    const [file = ''] = await readdir(dir);
    expect(file).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-confirmation-[0-9a-f]{8}\.eml$/);
    const { kind, to } = confirmation;
    const subject = 'Confirma tu cuenta en Relato';
    expect(seen).toEqual([{ kind, to, subject, link, file: path.join(dir, file) }]);
    // An unfinished file is skipped.
    await writeFile(path.join(dir, 'unfinished.eml.tmp'), 'Subject: half');
    const [mail, ...others] = await readOutbox(dir);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to, subject, link });
    expect(mail?.text).toContain('¡Hola, Ana_Ñandú!');
    expect(mail?.text).toContain('24 horas');
    expect(mail?.html).toContain('Confirmar mi cuenta');
    expect((await readFile(path.join(dir, file), 'utf8')).split('\n')).toContain(`X-Link: ${link}`);
    for (const each of [dir, path.join(dir, file)]) expect((await stat(each)).mode & 0o077).toBe(0);
  });

  it('ignores headers in a link', async () => {
    await mailer.send({ ...confirmation, link: `${link}\r\nBcc: otra@correo.example\r\n\r\n` });
    const file = await readFile(seen[0]?.file ?? '', 'utf8');
    expect(file).not.toMatch(/^Bcc/m);
    expect((await readOutbox(dir))[0]).toMatchObject({
      to: confirmation.to,
      subject: 'Confirma tu cuenta en Relato',
    });
  });

  it('keeps the order of mails stored within one millisecond', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const mail of everyMail) await mailer.send(mail);
    vi.useRealTimers();
    const subjects = (await readOutbox(dir)).map(({ subject }) => subject);
    expect(subjects).toEqual(seen.map(({ subject }) => subject));
    expect(new Set(subjects).size).toBe(new Set(everyMail.map(({ kind }) => kind)).size);
  });

  it('reports that it is not writable', async () => {
    await writeFile(dir, 'a file where the folder should be');
    const message = await requireFailure(mailer.send(confirmation), 'outbox');
    expect(message).toContain(dir);
    expect(message).toContain('EEXIST');
  });
});

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

describe('SMTP', () => {
  const send = (smtpUrl: string, timeoutMs = 5_000): Promise<void> =>
    createMailer({ smtpUrl, from, outboxDir: '/nowhere', timeoutMs }).send(confirmation);

  it('sends from MAIL_FROM, with the credentials of SMTP_URL', async () => {
    const server = await start({ user: 'relato', password: 'clave:con/@' });
    await send(server.url);
    expect(server.mails).toMatchObject([{ from: 'hola@relato.example', to: ['ana@correo.example'] }]);
    expect(server.mails[0]?.headers.get('from')).toBe('Relato <hola@relato.example>');
  });

  it('names the host, but neither the credentials nor the rejected address', async () => {
    const server = await start({ user: 'relato', password: 'clave' });
    const host = `SMTP 127.0.0.1:${server.port}`;
    const wrong = send(`smtp://relato:secreta@127.0.0.1:${server.port}`);
    const message = await requireFailure(wrong, 'credentials');
    expect(message).toBe(`${host} does not accept the user name or the password (535)`);
    server.behave('refuse');
    const refused = await requireFailure(send(server.url), 'refused');
    expect(refused).toBe(`${host} does not accept the sender or the recipient (550)`);
  });

  it.each(['silent', 'stall'] as const)('times out if the server stays %s', async (behaviour) => {
    const server = await start();
    server.behave(behaviour);
    const message = await requireFailure(send(server.url, 150), 'timeout');
    expect(message).toBe(`SMTP 127.0.0.1:${server.port} did not answer within 150 ms`);
  });

  it('times out if the server never stops answering', async () => {
    const dripping = createServer((socket) => {
      socket.write('220 hola\r\n');
      const timer = setInterval(() => socket.write('250-espera\r\n'), 20);
      socket.on('close', () => clearInterval(timer)).on('error', () => {});
    });
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void dripping.close());
    const address = dripping.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const message = await requireFailure(send(`smtp://127.0.0.1:${port}`, 150), 'timeout');
    expect(message).toContain('did not answer within 150 ms');
  });

  it('works after another client left the server in the middle of a mail', async () => {
    const server = await start();
    const socket = connect(server.port, '127.0.0.1');
    const replies = createInterface(socket)[Symbol.asyncIterator]();
    const heard = async (code: string) => {
      for (;;) if (String((await replies.next()).value).startsWith(`${code} `)) return;
    };
    await heard('220');
    for (const [line, code] of [
      ['EHLO relato.example', '250'],
      ['MAIL FROM:<ana@correo.example>', '250'],
      ['RCPT TO:<beto@correo.example>', '250'],
      ['DATA', '354'],
    ] as const) {
      socket.write(`${line}\r\n`);
      await heard(code);
    }
    socket.end('Subject: Sin terminar\r\n');
    await once(socket, 'close');
    await send(server.url);
    expect(server.mails.map(({ to }) => to)).toEqual([['ana@correo.example']]);
  });

  it('reports a server that does not listen', async () => {
    const server = await startMailServer();
    await server.close();
    const message = await requireFailure(
      send(`smtp://relato:secreta@127.0.0.1:${server.port}`),
      'unreachable',
    );
    expect(message).toMatch(new RegExp(`^SMTP 127.0.0.1:${server.port} cannot be reached \\(\\w+\\)$`));
  });

  it.each([
    ['SMTP_URL', { smtpUrl: 'mail.example:587', from }],
    ['SMTP_URL', { smtpUrl: 'https://relato:secreta@mail.example', from }],
    ['SMTP_URL', { smtpUrl: 'smtp://', from }],
    ['MAIL_FROM', { from: 'Relato' }],
    ['MAIL_FROM', { from: 'a@relato.example, b@relato.example' }],
    ['MAIL_FROM', { from: 'Relato\r\nBcc: x@relato.example <hola@relato.example>' }],
  ])('throws at start with one line that names %s: %j', (name, settings) => {
    const create = (): Mailer => createMailer({ outboxDir: '/nowhere', ...settings });
    expect(create).toThrow(MailError);
    expect(create).toThrow(new RegExp(`^${name} must [^\\r\\n]+$`));
    expect(create).not.toThrow(/secreta/);
  });
});
