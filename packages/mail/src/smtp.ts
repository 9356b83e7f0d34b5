import { createTransport } from 'nodemailer';
import { codeOf } from './error-code.ts';
import type { Letter, Transport } from './letter.ts';
import { MailError, type MailFailure } from './mail-error.ts';

/** Sends by SMTP, a connection a mail, within `timeoutMs`. */
export function createSmtp(smtpUrl: string, timeoutMs: number): Transport {
  const url = URL.parse(smtpUrl);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new MailError('settings', 'SMTP_URL must look like smtp://user:password@host:587 or smtps://…');
  }
  const destination = `SMTP ${url.hostname}:${url.port || (url.protocol === 'smtps:' ? 465 : 587)}`;
  const transport = createTransport({
    url: smtpUrl,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    destination,
    async send(letter: Letter) {
      try {
        await transport.sendMail({
          from: letter.from,
          // An object is never parsed as a list of addresses.
          to: { name: '', address: letter.to },
          subject: letter.subject,
          text: letter.text,
          html: letter.html,
          headers: { 'Auto-Submitted': 'auto-generated' },
          // Of the whole: nodemailer's own limits are of silence, which a server that drips bytes never breaks.
          signal: AbortSignal.timeout(timeoutMs),
        });
      } catch (error) {
        throw toMailError(error, destination, timeoutMs);
      }
    },
  };
}

const failures: Readonly<Record<string, readonly [MailFailure, string]>> = {
  EAUTH: ['credentials', 'does not accept the user name or the password'],
  ENOAUTH: ['credentials', 'wants a user name and a password'],
  EENVELOPE: ['refused', 'does not accept the sender or the recipient'],
  EMESSAGE: ['refused', 'does not accept the mail'],
  ETLS: ['tls', 'failed to set up TLS'],
  EREQUIRETLS: ['tls', 'failed to set up TLS'],
  EDNS: ['unreachable', 'is not a known host'],
};

/** Built from codes only: nodemailer's own texts quote the server, the recipient and sometimes the login. */
function toMailError(error: unknown, destination: string, timeoutMs: number): MailError {
  const code = codeOf(error);
  if (code === 'ETIMEDOUT' || code === 'EABORT') {
    return new MailError('timeout', `${destination} did not answer within ${timeoutMs} ms`);
  }
  const [reason, text] = failures[code] ?? (['unreachable', 'cannot be reached'] as const);
  const reply = replyOf(error);
  // 4xx is for now: a mail server that does not know us yet asks to be asked again.
  const isFinal = reason === 'refused' && reply !== undefined && reply >= 500;
  return new MailError(reason, `${destination} ${text} (${reply ?? (code || 'unknown')})`, isFinal);
}

/** The three digits of the server's answer. */
function replyOf(error: unknown): number | undefined {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
    ? error.responseCode
    : undefined;
}
