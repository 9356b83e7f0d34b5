import { randomBytes } from 'node:crypto';
import type { Database, Prisma } from '@relato/db';
import { createPusher, createPushKeys, type Pusher } from '@relato/push';
import { z } from 'zod';

/** As they are stored. */
export const pushKeys = z.object({ publicKey: z.string(), privateKey: z.string() });

/**
 * Returns the keys of this service under a name. The first start makes them; they stay with the data, because another server must
 * have the same ones, and browsers and mails that went out before must go on working.
 */
async function keep<Keys>(
  { prisma }: Pick<Database, 'prisma'>,
  key: string,
  schema: z.ZodType<Keys>,
  make: () => Prisma.InputJsonValue,
): Promise<Keys> {
  const kept = await prisma.setting.findUnique({ where: { key } });
  if (kept) return schema.parse(kept.value);
  // Of several servers that start at once, one makes them for all.
  await prisma.setting.createMany({ data: { key, value: make() }, skipDuplicates: true });
  return schema.parse((await prisma.setting.findUniqueOrThrow({ where: { key } })).value);
}

/** Returns null without a public https address: push services refuse every other one as that of a sender. */
export async function openPusher(
  database: Pick<Database, 'prisma'>,
  publicUrl: string,
): Promise<Pusher | null> {
  const keys = await keep(database, 'push', pushKeys, () => ({ ...createPushKeys() }));
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' && hostname !== 'localhost' ? createPusher(publicUrl, keys) : null;
}

/** Returns the key that signs the links of mails by which a user ends them without signing in. */
export const keepLinkKey = (database: Pick<Database, 'prisma'>): Promise<string> =>
  keep(database, 'link-key', z.string(), () => randomBytes(32).toString('base64url'));
