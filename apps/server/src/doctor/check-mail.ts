import { type Mailer, MailError } from '@relato/mail';
import type { Examined } from './examined.ts';

interface Trial {
  readonly publicUrl: string;
  /** Null to send no mail. */
  readonly mailTo: string | null;
}

/** Sends a mail, if there is an address to send it to. */
export async function checkMail(
  mailer: Pick<Mailer, 'destination' | 'send'>,
  { publicUrl, mailTo }: Trial,
): Promise<Examined> {
  const { destination } = mailer;
  if (!destination.startsWith('SMTP') && publicUrl.startsWith('https:'))
    return { found: `no mail leaves: ${destination}`, advice: 'Set SMTP_URL and MAIL_FROM.' };
  if (mailTo === null) return { found: `${destination}; not tried: add --mail-to with your address` };
  try {
    await mailer.send({ kind: 'trial', to: mailTo, link: publicUrl });
    return { found: `${destination} took a mail to ${mailTo}: see whether it arrives` };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return {
      found: error.message,
      advice: 'Correct SMTP_URL or MAIL_FROM, or ask who runs your mail server.',
    };
  }
}
