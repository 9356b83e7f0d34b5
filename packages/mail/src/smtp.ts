import { codeOf } from '@relato/contract/errors';
import { createTransport } from 'nodemailer';
import type { OutgoingMail, Transport } from './outgoing-mail.ts';
import { MailError, type MailFailure } from './mail-error.ts';

/** Sends by SMTP, with one connection per mail and within `timeoutMs`. Throws MailError `settings` for an invalid URL. */
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
    async send(mail: OutgoingMail) {
      try {
        await transport.sendMail({
          from: mail.from,
          // A string would be parsed as a list of addresses, unlike an object.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
          // Limits the whole transfer, because nodemailer's own timeouts limit silence, which a server that drips bytes
          // avoids.
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

/** Builds an error from codes only, because nodemailer's texts quote the server, the recipient and sometimes the login. */
function toMailError(error: unknown, destination: string, timeoutMs: number): MailError {
  const code = codeOf(error);
  if (code === 'ETIMEDOUT' || code === 'EABORT') {
    return new MailError('timeout', `${destination} did not answer within ${timeoutMs} ms`);
  }
  const [reason, text] = failures[code] ?? (['unreachable', 'cannot be reached'] as const);
  const reply = replyOf(error);
  if (isUnknownRecipient(error))
    return new MailError('recipient', `${destination} does not know the recipient (${reply})`, true);
  // 4xx is temporary, because servers with greylisting ask an unknown sender to retry.
  const isFinal = reason === 'refused' && reply !== undefined && reply >= 500;
  return new MailError(reason, `${destination} ${text} (${reply ?? (code || 'unknown')})`, isFinal);
}

/** Returns the status code of the server's reply. */
function replyOf(error: unknown): number | undefined {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
    ? error.responseCode
    : undefined;
}

/** The class of RFC 3463 that concerns the address. A server refuses recipients for other reasons too: its own quota, a block. */
const unknownAddress = /^5\d\d[ -]5\.1\./u;

const isUnknownRecipient = (error: unknown): boolean =>
  error instanceof Error &&
  'command' in error &&
  error.command === 'RCPT TO' &&
  'response' in error &&
  unknownAddress.test(String(error.response));
