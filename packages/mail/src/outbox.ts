import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { codeOf } from './error-code.ts';
import type { Letter, Transport } from './letter.ts';
import { MailError } from './mail-error.ts';
import type { MailKind } from './messages.ts';

/** A mail that the outbox has just kept. */
export interface StoredMail {
  readonly kind: MailKind;
  readonly to: string;
  readonly subject: string;
  readonly link: string;
  /** The path of its file. */
  readonly file: string;
}

/** A mail as it reads in the outbox. */
export interface OutboxMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The link that the text offers. */
  readonly link: string;
  readonly file: string;
}

/** Keeps each mail as a file that a mail program opens; its link also stands whole on the line `X-Link`. */
export function createOutbox(dir: string, onMail?: (mail: StoredMail) => void): Transport {
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'unix',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    destination: `outbox ${dir}`,
    async send(letter) {
      const file = path.join(dir, fileName(letter));
      try {
        const { message } = await composer.sendMail({
          from: letter.from,
          to: { name: '', address: letter.to },
          subject: letter.subject,
          text: letter.text,
          html: letter.html,
          headers: { 'X-Link': { prepared: true, value: letter.link } },
        });
        await keep(file, message);
      } catch (error) {
        throw new MailError('outbox', `The outbox ${dir} cannot be written (${codeOf(error)})`);
      }
      onMail?.({ kind: letter.kind, to: letter.to, subject: letter.subject, link: letter.link, file });
    },
  };
}

/** What the outbox holds, oldest first; nothing when there is none yet. This is how a test follows a mailed link. */
export async function readOutbox(dir: string): Promise<readonly OutboxMail[]> {
  const names = await readdir(dir).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith('.eml')).toSorted();
  return Promise.all(
    files.map(async (name) => {
      const file = path.join(dir, name);
      const mail = known.get(file) ?? (await readMail(file));
      known.set(file, mail);
      return mail;
    }),
  );
}

/** By file, which never changes: who waits for a mail reads the outbox again and again. */
const known = new Map<string, OutboxMail>();

async function readMail(file: string): Promise<OutboxMail> {
  const mail = await PostalMime.parse(await readFile(file));
  const text = mail.text ?? '';
  return {
    to: mail.to?.[0]?.address ?? '',
    subject: mail.subject ?? '',
    text,
    html: mail.html ?? '',
    link: /^https?:\S+$/m.exec(text)?.[0] ?? '',
    file,
  };
}

/** Links sign people in: only the owner of the process reads them, and no reader sees half a file. */
async function keep(file: string, message: Readable | Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.tmp`;
  await writeFile(unfinished, message, { mode: 0o600, flag: 'wx' });
  await rename(unfinished, file);
}

let latestMs = 0;

/** Names sort as the mails were written, even within one millisecond. */
function fileName(letter: Letter): string {
  latestMs = Math.max(Date.now(), latestMs + 1);
  const timestamp = new Date(latestMs).toISOString().replaceAll(/[:.]/g, '-');
  return `${timestamp}-${letter.kind}-${randomBytes(4).toString('hex')}.eml`;
}
