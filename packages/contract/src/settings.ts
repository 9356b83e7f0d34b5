import { z } from 'zod';
import type { OauthProvider } from './auth.ts';
import type { Flags } from './flags.ts';

/** Those that are given are changed. */
export const setFlagsInput = z.object({
  flags: z.object({ showDownvotes: z.boolean().optional(), recordOnly: z.boolean().optional() }),
});
export type SetFlagsInput = z.infer<typeof setFlagsInput>;

/** What a browser needs to know before it shows anything. */
export interface PublicSettings {
  readonly flags: Flags;
  /** False: the server has no transcriber, so the browser's own recognition may help. */
  readonly transcription: boolean;
  readonly oauthProviders: readonly OauthProvider[];
}
