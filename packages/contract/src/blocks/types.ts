import type { ProfileSummary } from '../profiles/types.ts';

export const blockKinds = ['block', 'mute'] as const;
export type BlockKind = (typeof blockKinds)[number];

/** A user whom the viewer blocks or mutes. */
export interface BlockedPerson extends ProfileSummary {
  readonly kind: BlockKind;
  /** Null unless the mute ends by itself. */
  readonly endsAt: Date | null;
}
