import { userId } from '@relato/contract';
import { MailError, type Mail } from '@relato/mail';
import { createAppealLink } from './appeals/mutations.ts';
import type { Services } from './context.ts';
import { FinalJobError } from './job-queues.ts';
import { confirmationLink, resetLink } from './links.ts';
import type { PromisedMail } from './mail-queue.ts';

/**
 * Sends a mail that was promised, or nothing where there is nothing to say any more. A worker that is killed between the
 * mail server's word and the end of the job sends it again. Throws a FinalJobError for what no later attempt can change.
 */
export async function sendMail(services: Services, promised: PromisedMail): Promise<void> {
  const mail = await writeMail(services, promised);
  if (!mail) return;
  try {
    await services.mailer.send(mail);
  } catch (error) {
    throw error instanceof MailError && error.isFinal ? new FinalJobError(error) : error;
  }
}

/** Null when there is nothing to say any more, or never was: an address without an account costs the same until here. */
async function writeMail(services: Services, promised: PromisedMail): Promise<Mail | null> {
  switch (promised.kind) {
    case 'ready':
      return promised.mail;
    case 'confirm-again':
      return writeConfirmation(services, promised.email);
    case 'recover':
      return writeRecovery(services, promised.email);
    case 'suspended':
      return writeSuspension(services, promised.userId);
    case 'add-email': {
      const { email: to, provider } = promised;
      const token = await services.auth.createAttachEmailToken(userId.parse(promised.userId), to);
      return token === null
        ? null
        : { kind: 'add-email', to, provider, link: confirmationLink(services, token) };
    }
  }
}

async function writeConfirmation(services: Services, email: string): Promise<Mail | null> {
  const mails: Mail[] = [];
  await services.auth.requestVerification(email, (found) => {
    const { email: to, token } = found;
    mails.push(
      found.kind === 'recovery'
        ? { kind: 'recovery', to, link: resetLink(services, token) }
        : {
            kind: 'confirmation',
            to,
            link: confirmationLink(services, token),
            username: found.username,
            isRepeated: false,
          },
    );
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
