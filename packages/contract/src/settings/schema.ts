import { z } from 'zod';

/** Those that are given are changed. */
export const setFlagsInput = z.object({
  flags: z.object({ showDownvotes: z.boolean().optional(), recordOnly: z.boolean().optional() }),
});
export type SetFlagsInput = z.infer<typeof setFlagsInput>;
