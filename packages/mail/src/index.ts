export { MailError } from './mail-error.ts';
export { createMailer, type Mailer } from './mailer.ts';
export type { Mail } from './mail.ts';
export { readOutbox, type OutboxMail, type StoredMail } from './outbox.ts';
