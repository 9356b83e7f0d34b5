import { requireSender, toLetter } from './letter.ts';
import type { Mail } from './messages.ts';
import { createOutbox, type StoredMail } from './outbox.ts';
import { createSmtp } from './smtp.ts';

export interface MailerSettings {
  /** `smtp://user:password@host:port` or `smtps://…`; without it mails go to the outbox. */
  readonly smtpUrl?: string | undefined;
  /** `hola@relato.example` or `Relato <hola@relato.example>`. */
  readonly from: string;
  /** The folder of the outbox, made when the first mail is kept. */
  readonly outboxDir: string;
  /** Called with each mail that the outbox keeps, never with one sent by SMTP. */
  readonly onMail?: ((mail: StoredMail) => void) | undefined;
  /** The longest that one mail may take by SMTP, from connecting to the server's last word. */
  readonly timeoutMs?: number | undefined;
}

export interface Mailer {
  /** Where mails go, in a few words for the start-up lines: `SMTP host:port` or `outbox folder`. */
  readonly destination: string;
  /** Resolves when the server took the mail or its file is written; rejects with MailError. */
  send(mail: Mail): Promise<void>;
}

const defaultTimeoutMs = 20_000;

/** Throws MailError `settings` when SMTP_URL or MAIL_FROM cannot be used. It connects to nothing yet. */
export function createMailer(settings: MailerSettings): Mailer {
  const from = requireSender(settings.from);
  const transport =
    settings.smtpUrl === undefined
      ? createOutbox(settings.outboxDir, settings.onMail)
      : createSmtp(settings.smtpUrl, settings.timeoutMs ?? defaultTimeoutMs);
  return {
    destination: transport.destination,
    // async, so that a bad recipient rejects as a bad server does.
    send: async (mail) => transport.send(toLetter(mail, from)),
  };
}
