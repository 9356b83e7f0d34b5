import type { OauthProvider } from '@relato/contract';
import type { Client } from '../clock.ts';

/**
 * Takes every identity off a locked account, and ends what is on the way to add another: whoever had the account for a
 * while must not keep a way in. An owner who comes back with a verified address joins again by themselves, and adds
 * what they want in the settings. Answers the providers to tell the owner about.
 */
export async function dropIdentities(tx: Client, userId: string): Promise<readonly OauthProvider[]> {
  await tx.oauthAttempt.deleteMany({ where: { userId } });
  const identities = await tx.identity.findMany({
    where: { userId },
    select: { provider: true },
    orderBy: { provider: 'asc' },
  });
  await tx.identity.deleteMany({ where: { userId } });
  return identities.map(({ provider }) => provider);
}
