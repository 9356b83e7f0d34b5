export { MailError, type MailFailure } from './mail-error.ts';
export { createMailer, type Mailer, type MailerSettings } from './mailer.ts';
export type { Mail, MailKind } from './messages.ts';
export { readOutbox, type OutboxMail, type StoredMail } from './outbox.ts';
