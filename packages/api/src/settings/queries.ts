import { defaultFlags, type Flags, type PublicSettings } from '@relato/contract';
import type { Prisma } from '@relato/db';
import { z } from 'zod';
import type { Services } from '../context.ts';

const storedFlags = z.object({ showDownvotes: z.boolean(), recordOnly: z.boolean() }).partial();

export async function getFlags(client: Prisma.TransactionClient): Promise<Flags> {
  const row = await client.setting.findUnique({ where: { key: 'flags' }, select: { value: true } });
  const { showDownvotes, recordOnly } = storedFlags.catch({}).parse(row?.value ?? {});
  return {
    showDownvotes: showDownvotes ?? defaultFlags.showDownvotes,
    recordOnly: recordOnly ?? defaultFlags.recordOnly,
  };
}

export async function getPublicSettings(services: Services): Promise<PublicSettings> {
  return {
    flags: await getFlags(services.database.prisma),
    transcription: services.transcriber.name !== 'none',
    oauthProviders: services.auth.oauth.providers,
  };
}
