import { OperatorError } from '@relato/contract/operator-error';

export type MailFailure =
  /** SMTP_URL or MAIL_FROM cannot be used. */
  | 'settings'
  /** The recipient or the link is invalid, and no mail was sent. */
  | 'input'
  | 'unreachable'
  | 'timeout'
  | 'tls'
  /** The server rejects the credentials, or requires some. */
  | 'credentials'
  /** The server rejects the sender, the recipient or the mail. */
  | 'refused'
  /** The server says that there is no such address. */
  | 'recipient'
  /** The outbox cannot be written. */
  | 'outbox';

/**
 * A mail was not sent. `message` is one line for an operator's log: it names the host, without credentials, users' addresses
 * or texts of the server, which may quote the recipient. There is no `cause` for the same reason.
 */
export class MailError extends OperatorError {
  readonly reason: MailFailure;
  /** True if the server will never accept this recipient or mail, so that a retry is useless. */
  readonly isFinal: boolean;

  constructor(reason: MailFailure, message: string, isFinal = reason === 'input') {
    super(message);
    this.name = 'MailError';
    this.reason = reason;
    this.isFinal = isFinal;
  }
}
