import { z } from 'zod';
import { canonicalId, storyId, userId } from '../ids.ts';
import { liveLimits } from './live-limits.ts';
import { isPushEndpoint } from './rules.ts';
import { digestRhythms, newsKinds } from './types.ts';

/** An unknown item, or one of another user, counts as read. */
export const readNewsInput = z.object({ id: canonicalId, kind: z.enum(newsKinds) });

const base64url = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3);
  return z
    .string()
    .regex(new RegExp(`^[\\w-]{${length}}={0,2}$`))
    .meta({ examples: ['B'.repeat(length)] });
};
const endpoint = z
  .string()
  .refine(isPushEndpoint)
  .meta({ examples: ['https://web.push.apple.com/browser'] });
/** The values from the browser: an uncompressed point of P-256, and 16 random bytes. */
export const subscribeInput = z.object({
  endpoint,
  p256dh: base64url(65),
  auth: base64url(16),
  /** The user who asked for notifications. A call of an older page does not name them. */
  userId: userId.optional(),
});
export const unsubscribeInput = z.object({ endpoint });

const minuteOfDay = z
  .int()
  .min(0)
  .max(24 * 60 - 1);
const silenced = z.partialRecord(z.enum(newsKinds), z.boolean());
/** A page of the previous version lists all silenced kinds. */
const toSilenced = (given: z.input<typeof silenced>) =>
  Array.isArray(given) ? Object.fromEntries(newsKinds.map((kind) => [kind, given.includes(kind)])) : given;
/** The settings to change. The others stay as they are, because another device or a mail may have changed them. */
export const newsSettingsInput = z.object({
  /** Whether a kind has no notifications. The bell shows all kinds. */
  silenced: z.preprocess(toSilenced, silenced).optional(),
  quiet: z.object({ from: minuteOfDay, until: minuteOfDay }).nullable().optional(),
  digest: z.enum(digestRhythms).nullable().optional(),
  /** A zone that the database knows under no name changes nothing: newer browsers know others, and some give a mere offset. */
  timeZone: z.string().regex(/^[\w+:/-]{1,100}$/),
});
export type SubscribeInput = z.infer<typeof subscribeInput>;
export type NewsSettingsInput = z.infer<typeof newsSettingsInput>;
export const liveInput = z.object({
  /** The stories whose comments are on the screen. */
  stories: z.array(storyId).max(liveLimits.maxStories).default([]),
  /** The last event that the browser received on an earlier connection. */
  lastEventId: z.string().max(64).nullish(),
});

export type LiveInput = z.infer<typeof liveInput>;
export type ReadNewsInput = z.infer<typeof readNewsInput>;
