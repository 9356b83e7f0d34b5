import { randomBytes } from 'node:crypto';
import type { Database, Prisma } from '@relato/db';
import { createPusher, createPushKeys, type Pusher } from '@relato/push';
import { z } from 'zod';

/** The stored form of the keys. */
export const pushKeys = z.object({ publicKey: z.string(), privateKey: z.string() });

/**
 * Returns the keys of this service under a name. The first start creates them. The database keeps them, because all servers
 * need the same keys and earlier subscriptions and mails must stay valid.
 */
async function keep<Keys>(
  { prisma }: Pick<Database, 'prisma'>,
  key: string,
  schema: z.ZodType<Keys>,
  make: () => Prisma.InputJsonValue,
): Promise<Keys> {
  const kept = await prisma.setting.findUnique({ where: { key } });
  if (kept) return schema.parse(kept.value);
  // If several servers start at the same time, only one of them inserts its keys.
  await prisma.setting.createMany({ data: { key, value: make() }, skipDuplicates: true });
  return schema.parse((await prisma.setting.findUniqueOrThrow({ where: { key } })).value);
}

/** Returns null without a public https address, because push services refuse any other sender. */
export async function openPusher(
  database: Pick<Database, 'prisma'>,
  publicUrl: string,
): Promise<Pusher | null> {
  const keys = await keep(database, 'push', pushKeys, () => ({ ...createPushKeys() }));
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' && hostname !== 'localhost' ? createPusher(publicUrl, keys) : null;
}

/** Returns the key that signs the links in mails for unsubscribing without a sign-in. */
export const keepLinkKey = (database: Pick<Database, 'prisma'>): Promise<string> =>
  keep(database, 'link-key', z.string(), () => randomBytes(32).toString('base64url'));
