import addressparser from 'nodemailer/lib/addressparser';
import { toHtml, toText } from './layout.ts';
import { MailError } from './mail-error.ts';
import type { Mail } from './mail.ts';
import { toContent } from './messages.ts';

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** A mail that is ready for a transport, with every field validated or escaped. */
export interface OutgoingMail {
  readonly kind: Mail['kind'];
  readonly from: Mailbox;
  readonly to: string;
  readonly subject: string;
  readonly link: string;
  readonly text: string;
  readonly html: string;
  /** The headers by which mail programs offer to unsubscribe (RFC 8058). Empty for mails that are not regular. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Transport {
  readonly destination: string;
  send(mail: OutgoingMail): Promise<void>;
}

/** Renders a mail. Throws MailError `input` for an invalid recipient or link. */
export function toOutgoingMail(mail: Mail, from: Mailbox): OutgoingMail {
  const link = requireLink(mail.link);
  const content = toContent({ ...mail, link });
  const leave = content.leave && requireLink(content.leave.link);
  return {
    kind: mail.kind,
    from,
    to: requireAddress(mail.to),
    subject: content.subject,
    link,
    text: toText(content),
    html: toHtml(content),
    headers: leave
      ? { 'List-Unsubscribe': `<${leave}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : {},
  };
}

/** Parses MAIL_FROM. Throws MailError `settings`. */
export function requireSender(from: string): Mailbox {
  const [sender, ...others] = addressparser(from, { flatten: true });
  if (!sender || others.length > 0 || /\p{Cc}/u.test(from) || !onlyAddress.test(sender.address)) {
    throw new MailError('settings', 'MAIL_FROM must be one address, such as Relato <hola@relato.example>');
  }
  return { name: sender.name, address: sender.address };
}

// Matches exactly one mailbox: without line breaks, which would start another header, and without commas, quotes or angle
// brackets, which would make it a list or a name.
const onlyAddress = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u;

function requireAddress(address: string): string {
  if (!onlyAddress.test(address)) throw new MailError('input', 'The recipient is not an e-mail address');
  return address;
}

function requireLink(link: string): string {
  const url = URL.parse(link);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new MailError('input', 'The link is not a web address');
  return url.href;
}
