import { z } from 'zod';

/** Flags that are not given keep their value. */
export const setFlagsInput = z.object({
  flags: z.object({ showDownvotes: z.boolean().optional(), recordOnly: z.boolean().optional() }),
});
export type SetFlagsInput = z.infer<typeof setFlagsInput>;
