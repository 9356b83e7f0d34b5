import { defaultFlags, type Flags, type PublicSettings } from '@relato/contract';
import type { Prisma } from '@relato/db';
import { z } from 'zod';
import type { Services } from '../rpc/context.ts';

const storedFlags = z.object({ showDownvotes: z.boolean(), recordOnly: z.boolean() }).partial();

export async function getFlags(client: Prisma.TransactionClient): Promise<Flags> {
  const row = await client.setting.findUnique({ where: { key: 'flags' }, select: { value: true } });
  return toFlags(row?.value);
}

function toFlags(stored: unknown): Flags {
  const { showDownvotes, recordOnly } = storedFlags.catch({}).parse(stored ?? {});
  return {
    showDownvotes: showDownvotes ?? defaultFlags.showDownvotes,
    recordOnly: recordOnly ?? defaultFlags.recordOnly,
  };
}

/** Every page asks for these when it opens. */
export async function getPublicSettings(services: Services): Promise<PublicSettings> {
  const [row] = await services.database.sql<{ readonly value: unknown }>({
    name: 'flags',
    text: "SELECT value FROM settings WHERE key = 'flags'",
    values: [],
  });
  return {
    flags: toFlags(row?.value),
    transcription: services.transcriber.name !== 'none',
    oauthProviders: services.auth.oauth.providers,
  };
}
