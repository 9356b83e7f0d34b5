import { RateLimitedError, toMailboxOwner } from '@relato/contract';
import type { Context } from '../rpc/context.ts';
import { consumeAll } from '../rpc/rate-limiter.ts';

type Caller = Pick<Context, 'services' | 'viewer' | 'request'>;

/**
 * Each purpose has its own limit, so that one cannot use up another. A further confirmation for an address without an
 * account is not sent, and must not use up the mail of its first sign-up.
 */
type MailPurpose = 'sign-up' | 'confirm-again' | 'recovery' | 'change';

/** Returns the key under which a caller is counted: the user, or the network (the /56 of IPv6). */
export const toCallerKey = ({ viewer, request }: Pick<Caller, 'viewer' | 'request'>): string =>
  viewer?.id ?? request.wideNetwork ?? request.network;

/**
 * Counts a mail to a mailbox that the caller names, and calls `send`. A failed mail does not count. Throws MAILED_ENOUGH
 * before reading any account, so that the answer and its time reveal nothing about the address.
 *
 * Mails count for their caller first, so that a caller who has requested none yet still gets one.
 */
export async function countMail(
  caller: Caller,
  purpose: MailPurpose,
  email: string,
  send: () => Promise<void>,
): Promise<void> {
  const giveBack = await takeMail(caller, purpose, `${purpose} ${toMailboxOwner(email)}`);
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
    // The link in the last mail of the caller works for as long as that mail counts, except the link of a recovery.
    const late = [...(purpose === 'recovery' ? [] : [own]), ['lateMail', mailbox] as const];
    return consumeAll(rateLimiter, late, 'MAILED_ENOUGH');
  }
}
