import {
  defaultFlags,
  type Flags,
  type OperatorSettings,
  type PublicSettings,
  type SetAnnouncement,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import { z } from 'zod';
import type { Services } from '../rpc/context.ts';

const storedFlags = z
  .object({ showDownvotes: z.boolean(), recordOnly: z.boolean(), reviewFirstStory: z.boolean() })
  .partial();
const storedAnnouncement = z.object({ id: z.string(), text: z.string(), until: z.string().nullable() });

export async function getFlags(client: Prisma.TransactionClient): Promise<Flags> {
  const row = await client.setting.findUnique({ where: { key: 'flags' }, select: { value: true } });
  return toFlags(row?.value);
}

function toFlags(stored: unknown): Flags {
  const { showDownvotes, recordOnly, reviewFirstStory } = storedFlags.catch({}).parse(stored ?? {});
  return {
    showDownvotes: showDownvotes ?? defaultFlags.showDownvotes,
    recordOnly: recordOnly ?? defaultFlags.recordOnly,
    reviewFirstStory: reviewFirstStory ?? defaultFlags.reviewFirstStory,
  };
}

function toAnnouncement(stored: unknown, today: string): SetAnnouncement | null {
  const { data } = storedAnnouncement.safeParse(stored);
  return data ? { ...data, hasEnded: data.until !== null && data.until < today } : null;
}

/** SQL for the current day in Spain, whose time zone the days of the service are in. */
export const todayInSpain = `to_char(clock_timestamp() AT TIME ZONE 'Europe/Madrid', 'YYYY-MM-DD')`;

export async function getOperatorSettings({
  database,
}: Pick<Services, 'database'>): Promise<OperatorSettings> {
  const rows = await database.sql<{
    readonly key: string;
    readonly value: unknown;
    readonly today: string;
  }>({
    name: 'settings',
    text: `SELECT key, value, ${todayInSpain} AS today FROM settings WHERE key IN ('flags', 'announcement')`,
    values: [],
  });
  const flags = rows.find(({ key }) => key === 'flags');
  const announcement = rows.find(({ key }) => key === 'announcement');
  return {
    flags: toFlags(flags?.value),
    announcement: announcement ? toAnnouncement(announcement.value, announcement.today) : null,
  };
}

/** Called by every page when it opens. */
export async function getPublicSettings(services: Services): Promise<PublicSettings> {
  const { flags, announcement } = await getOperatorSettings(services);
  return {
    flags,
    announcement:
      announcement && !announcement.hasEnded ? { id: announcement.id, text: announcement.text } : null,
    transcription: services.transcriber.name !== 'none',
    oauthProviders: services.auth.oauth.providers,
    minimumAge: services.operator.minimumAge,
  };
}
