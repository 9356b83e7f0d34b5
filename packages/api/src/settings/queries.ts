import { defaultFlags, type Flags, type PublicSettings } from '@relato/contract';
import { z } from 'zod';
import type { Services } from '../context.ts';

const storedFlags = z.object({ showDownvotes: z.boolean(), recordOnly: z.boolean() }).partial();

export async function getFlags({ database }: Pick<Services, 'database'>): Promise<Flags> {
  const row = await database.prisma.setting.findUnique({ where: { key: 'flags' }, select: { value: true } });
  const { showDownvotes, recordOnly } = storedFlags.catch({}).parse(row?.value ?? {});
  return {
    showDownvotes: showDownvotes ?? defaultFlags.showDownvotes,
    recordOnly: recordOnly ?? defaultFlags.recordOnly,
  };
}

export async function getPublicSettings(services: Services): Promise<PublicSettings> {
  return {
    flags: await getFlags(services),
    transcription: services.transcriber.name !== 'none',
    oauthProviders: [],
  };
}
