import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline/promises';
import { startMailServer, type FakeMailServer } from '@relato/testing/mail';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMailer, MailError, type Mailer } from './index.ts';
import { confirmation, from, requireFailure } from './testing/mails.ts';

async function start(...options: Parameters<typeof startMailServer>): Promise<FakeMailServer> {
  const server = await startMailServer(...options);
  onTestFinished(() => server.close());
  return server;
}

const send = (smtpUrl: string, timeoutMs = 5_000): Promise<void> =>
  createMailer({ smtpUrl, from, outboxDir: '/nowhere', timeoutMs }).send(confirmation);

describe('SMTP', () => {
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
    server.behave('unknown');
    const unknown = await requireFailure(send(server.url), 'recipient');
    expect(unknown).toBe(`${host} does not know the recipient (550)`);
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
