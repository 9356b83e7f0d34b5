import { serverLimits, type UserId } from '@relato/contract';
import { readClock, type Client } from '../clock.ts';
import type { AuthContext } from '../context.ts';
import { createToken, hashToken } from '../tokens.ts';

/** Returns whether the account of this address has signed in on the device with this token. */
export async function isTrustedDevice(
  { database: { prisma } }: AuthContext,
  token: string,
  email: string,
): Promise<boolean> {
  return (await prisma.trustedDevice.count({ where: { id: hashToken(token), user: { email } } })) > 0;
}

/** Records a sign-in of an account on a device. Returns the token for the device: its present one, or a new one. */
export async function trustDevice(
  { database: { prisma }, clock }: AuthContext,
  userId: UserId,
  token: string | null,
): Promise<string> {
  // An attacker may know a token that the server did not create.
  const isOurs =
    token !== null && (await prisma.trustedDevice.count({ where: { id: hashToken(token) } })) > 0;
  const kept = isOurs ? token : createToken();
  const usedAt = await readClock(prisma, clock);
  const key = { id: hashToken(kept), userId };
  await prisma.trustedDevice.upsert({
    where: { id_userId: key },
    create: { ...key, usedAt },
    update: { usedAt },
  });
  await prisma.$executeRaw`DELETE FROM known_browsers WHERE user_id = ${userId}::uuid AND id IN (
    SELECT id FROM known_browsers WHERE user_id = ${userId}::uuid
    ORDER BY used_at DESC, id OFFSET ${serverLimits.trustedDevice.maxCount})`;
  return kept;
}

/** Forgets all devices of an account, because each has a limit of its own for guesses. */
export async function forgetDevices(tx: Client, userId: string): Promise<void> {
  await tx.trustedDevice.deleteMany({ where: { userId } });
}
