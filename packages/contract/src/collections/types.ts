import type { ProfileSummary } from '../profiles/types.ts';

/** Replaces the id of the collection 'Escuchar más tarde', which every account has. It is never public. */
export const laterId = 'mas-tarde';

export interface Collection {
  /** An id, or `laterId`. */
  readonly id: string;
  /** Null for 'Escuchar más tarde'. */
  readonly name: string | null;
  readonly isPublic: boolean;
  readonly owner: ProfileSummary;
  /** Counts the stories that the viewer sees. */
  readonly storiesCount: number;
  /** Whether the collection contains the requested story. False without one. */
  readonly hasStory: boolean;
  readonly viewer: { readonly canEdit: boolean };
}
