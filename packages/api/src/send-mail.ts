import { userId } from '@relato/contract';
import { MailError, type Mail } from '@relato/mail';
import { createAppealLink } from './appeals/mutations.ts';
import type { Services } from './rpc/context.ts';
import { FinalJobError } from './jobs/queue.ts';
import { confirmationLink, resetLink } from './mail/links.ts';
import { writeDigest } from './news/digest-queries.ts';
import type { QueuedMail } from './mail/queued-mail.ts';

/**
 * Sends a queued mail, unless it is no longer needed. If the worker is killed after the mail server has accepted the mail,
 * the mail is sent twice. Throws a FinalJobError for failures that a retry cannot change.
 */
export async function sendMail(services: Services, queued: QueuedMail): Promise<void> {
  const mail = await writeMail(services, queued);
  if (!mail) return;
  try {
    await services.mailer.send(mail);
  } catch (error) {
    throw error instanceof MailError && error.isFinal ? new FinalJobError(error) : error;
  }
}

/** Returns null if the mail is not needed. Up to this point, an address without an account causes the same work. */
async function writeMail(services: Services, queued: QueuedMail): Promise<Mail | null> {
  switch (queued.kind) {
    case 'ready':
      return queued.mail;
    case 'confirm-again':
      return writeConfirmation(services, queued.email);
    case 'recover':
      return writeRecovery(services, queued.email);
    case 'suspended':
      return writeSuspension(services, queued.userId);
    case 'appeal-rejected':
      return writeRejection(services, queued.userId);
    case 'digest':
      return writeDigest(services, queued);
    case 'add-email': {
      const { email: to, provider } = queued;
      const token = await services.auth.createAttachEmailToken(userId.parse(queued.userId), to);
      return token === null
        ? null
        : { kind: 'add-email', to, provider, link: confirmationLink(services, token) };
    }
    default:
      // A server of a later version queued it, and its workers can write it.
      throw new Error(`Unknown mail: ${String(queued satisfies never)}`);
  }
}

async function writeConfirmation(services: Services, email: string): Promise<Mail | null> {
  const mails: Mail[] = [];
  await services.auth.requestVerification(email, (found) => {
    const { email: to, token, username } = found;
    mails.push({ kind: 'confirmation', to, link: confirmationLink(services, token), username });
  });
  return mails[0] ?? null;
}

async function writeRecovery(services: Services, email: string): Promise<Mail | null> {
  const mails: Mail[] = [];
  await services.auth.requestPasswordReset(email, ({ email: to, token }) => {
    mails.push({ kind: 'recovery', to, link: resetLink(services, token) });
  });
  return mails[0] ?? null;
}

async function writeSuspension(services: Services, id: string): Promise<Mail | null> {
  const user = await services.database.prisma.user.findUnique({ where: { id } });
  if (!user?.email || !user.suspendedAt) return null;
  const link = await createAppealLink(services, userId.parse(id), 'mailed');
  if (link === null) return null;
  return { kind: 'account-suspended', to: user.email, link, reason: user.suspendedReason ?? '' };
}

async function writeRejection(services: Services, id: string): Promise<Mail | null> {
  const { prisma } = services.database;
  const notice = { userId: id, kind: 'account_suspended', liftedAt: null } as const;
  const appeal = await prisma.appeal.findFirst({
    where: { status: 'rejected', notice },
    select: { note: true, notice: { select: { user: { select: { email: true } } } } },
  });
  const to = appeal?.notice.user.email;
  if (!to) return null;
  const link = await createAppealLink(services, userId.parse(id), 'mailed');
  return link === null ? null : { kind: 'appeal-rejected', to, link, answer: appeal.note ?? '' };
}
