export type MailFailure =
  /** SMTP_URL or MAIL_FROM cannot be used. */
  | 'settings'
  /** The recipient or the link is not one; nothing was sent. */
  | 'input'
  | 'unreachable'
  | 'timeout'
  | 'tls'
  /** The server wants other credentials. */
  | 'credentials'
  /** The server did not take the sender, the recipient or the mail. */
  | 'refused'
  /** The outbox cannot be written. */
  | 'outbox';

/**
 * A mail was not sent. `message` is one line for an operator's log: it names the host and holds no credentials,
 * no address of a person and no text of the server's, which likes to repeat the recipient. So no cause either.
 */
export class MailError extends Error {
  readonly reason: MailFailure;
  /** Sending the same again would fail again, whatever an operator mends: the recipient or the mail is not taken. */
  readonly isFinal: boolean;

  constructor(reason: MailFailure, message: string, isFinal = reason === 'input') {
    super(message);
    this.name = 'MailError';
    this.reason = reason;
    this.isFinal = isFinal;
  }
}
