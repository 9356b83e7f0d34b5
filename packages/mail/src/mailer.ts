import { requireSender, toOutgoingMail } from './outgoing-mail.ts';
import type { Mail } from './mail.ts';
import { createOutbox, type StoredMail } from './outbox.ts';
import { createSmtp } from './smtp.ts';

interface MailerSettings {
  /** `smtp://user:password@host:port` or `smtps://…`. Without it, mails go to the outbox. */
  readonly smtpUrl?: string | undefined;
  /** `hola@relato.example` or `Relato <hola@relato.example>`. */
  readonly from: string;
  /** The folder of the outbox, which the first mail creates. */
  readonly outboxDir: string;
  /** Called with each mail in the outbox, but not with mails by SMTP. */
  readonly onMail?: ((mail: StoredMail) => void) | undefined;
  /** The timeout of one mail by SMTP, from connecting to the server's last answer. */
  readonly timeoutMs?: number | undefined;
}

export interface Mailer {
  /** The destination of mails for the start-up log: `SMTP host:port` or `outbox folder`. */
  readonly destination: string;
  /** Resolves when the server has accepted the mail or its file is written. Throws MailError. */
  send(mail: Mail): Promise<void>;
}

const defaultTimeoutMs = 20_000;

/** Creates the mailer without connecting. Throws MailError `settings` if SMTP_URL or MAIL_FROM is invalid. */
export function createMailer(settings: MailerSettings): Mailer {
  const from = requireSender(settings.from);
  const transport =
    settings.smtpUrl === undefined
      ? createOutbox(settings.outboxDir, settings.onMail)
      : createSmtp(settings.smtpUrl, settings.timeoutMs ?? defaultTimeoutMs);
  return {
    destination: transport.destination,
    // The function is async, so that an invalid recipient rejects like a failing server.
    send: async (mail) => transport.send(toOutgoingMail(mail, from)),
  };
}
