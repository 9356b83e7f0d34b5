import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { codeOf } from '@relato/contract/errors';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import type { OutgoingMail, Transport } from './outgoing-mail.ts';
import { MailError } from './mail-error.ts';
import type { MailKind } from './mail.ts';

/** A mail that the outbox has just stored. */
export interface StoredMail {
  readonly kind: MailKind;
  readonly to: string;
  readonly subject: string;
  readonly link: string;
  /** The path of its file. */
  readonly file: string;
}

/** A mail as parsed from its file in the outbox. */
export interface OutboxMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The headers by their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The link in the text. */
  readonly link: string;
  readonly file: string;
}

/** Stores each mail as an .eml file, with its link unbroken in the header `X-Link`. */
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
    async send(mail) {
      const file = path.join(dir, fileName(mail));
      try {
        const { message } = await composer.sendMail({
          from: mail.from,
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          headers: { 'X-Link': { prepared: true, value: mail.link }, ...mail.headers },
        });
        await keep(file, message);
      } catch (error) {
        throw new MailError('outbox', `The outbox ${dir} cannot be written (${codeOf(error)})`);
      }
      onMail?.({ kind: mail.kind, to: mail.to, subject: mail.subject, link: mail.link, file });
    },
  };
}

/** Lists the mails of the outbox, oldest first. The list is empty before the first mail. Tests follow mailed links with it. */
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

/** The parsed mails by file. Files never change, and a test that waits for a mail reads the outbox repeatedly. */
const known = new Map<string, OutboxMail>();

async function readMail(file: string): Promise<OutboxMail> {
  const mail = await PostalMime.parse(await readFile(file));
  const text = mail.text ?? '';
  return {
    to: mail.to?.[0]?.address ?? '',
    subject: mail.subject ?? '',
    text,
    html: mail.html ?? '',
    headers: new Map(mail.headers.map(({ key, value }) => [key, value])),
    link: /^https?:\S+$/m.exec(text)?.[0] ?? '',
    file,
  };
}

/** Writes a complete file that only the user of the process may read, because links give access. */
async function keep(file: string, message: Readable | Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.tmp`;
  await writeFile(unfinished, message, { mode: 0o600, flag: 'wx' });
  await rename(unfinished, file);
}

let latestMs = 0;

/** Returns a file name. Names sort in the order of the mails, even within one millisecond. */
function fileName(mail: OutgoingMail): string {
  latestMs = Math.max(Date.now(), latestMs + 1);
  const timestamp = new Date(latestMs).toISOString().replaceAll(/[:.]/g, '-');
  return `${timestamp}-${mail.kind}-${randomBytes(4).toString('hex')}.eml`;
}
