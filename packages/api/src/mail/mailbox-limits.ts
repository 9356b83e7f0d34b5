import { RateLimitedError, toMailbox } from '@relato/contract';
import type { Context } from '../rpc/context.ts';
import { consumeAll } from '../rpc/rate-limiter.ts';

type Caller = Pick<Context, 'services' | 'viewer' | 'request'>;

/**
 * Each has mails of its own: those of one cannot use up those of another. Another confirmation for an address without an account
 * is not sent, and must not use up the mail of its first sign-up.
 */
type MailPurpose = 'sign-up' | 'confirm-again' | 'recovery' | 'change';

/** Returns what a caller with a share of their own is counted as: the user, or the network (the /56 of IPv6). */
export const toCallerKey = ({ viewer, request }: Pick<Caller, 'viewer' | 'request'>): string =>
  viewer?.id ?? request.wideNetwork ?? request.network;

/**
 * Counts a mail to a mailbox that the caller names, and calls `send`. If it fails, the mail does not count. Throws MAILED_ENOUGH
 * for a mail too many, before any look at an account: the answer and its time tell nothing about the address.
 *
 * What a stranger has sent counts for the stranger first, so that a caller who has asked for nothing yet gets the mail.
 */
export async function countMail(
  caller: Caller,
  purpose: MailPurpose,
  email: string,
  send: () => Promise<void>,
): Promise<void> {
  const giveBack = await takeMail(caller, purpose, `${purpose} ${toMailbox(email)}`);
  await send().catch(async (error: unknown) => {
    await giveBack();
    throw error;
  });
}

async function takeMail(caller: Caller, purpose: MailPurpose, mailbox: string): Promise<() => Promise<void>> {
  const { rateLimiter } = caller.services;
  const own = ['mailOwn', `${toCallerKey(caller)} ${mailbox}`] as const;
  try {
    return await consumeAll(rateLimiter, [own, ['mailbox', mailbox]], 'MAILED_ENOUGH');
  } catch (error) {
    if (!(error instanceof RateLimitedError)) throw error;
    // The last mail of the own share has a link that works for as long as the share counts, but for that of a recovery.
    const late = [...(purpose === 'recovery' ? [] : [own]), ['lateMail', mailbox] as const];
    return consumeAll(rateLimiter, late, 'MAILED_ENOUGH');
  }
}
