import type { UserId } from '@relato/contract';
import { readClock } from './clock.ts';
import type { AuthContext } from './context.ts';
import { createSecret, hashSecret } from './secrets.ts';

/** Whether this account signed in before in the browser that holds this token. */
export async function knowsBrowser(
  { database: { prisma } }: AuthContext,
  token: string,
  email: string,
): Promise<boolean> {
  return (await prisma.knownBrowser.count({ where: { id: hashSecret(token), user: { email } } })) > 0;
}

/** The account signed in in this browser. Answers the token that the browser shall keep: its own, or a first one. */
export async function rememberBrowser(
  { database: { prisma }, clock }: AuthContext,
  userId: UserId,
  token: string | null,
): Promise<string> {
  // One that we did not make may be known to others.
  const isOurs =
    token !== null && (await prisma.knownBrowser.count({ where: { id: hashSecret(token) } })) > 0;
  const kept = isOurs ? token : createSecret();
  const usedAt = await readClock(prisma, clock);
  const key = { id: hashSecret(kept), userId };
  await prisma.knownBrowser.upsert({
    where: { id_userId: key },
    create: { ...key, usedAt },
    update: { usedAt },
  });
  return kept;
}
