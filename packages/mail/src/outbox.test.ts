import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMailer, readOutbox, type Mailer, type StoredMail } from './index.ts';
import { confirmation, everyMail, from, link, requireFailure } from './testing/mails.ts';

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
