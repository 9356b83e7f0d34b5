export type Direction = 'up' | 'down';

export interface DrillUser {
  readonly id: string;
  /** The address by which the limits of reads count. */
  readonly address: string;
  readonly token: string;
}

/** The fields of a story that its author edits. Their values are compared as JSON. */
export type EditedField = 'title' | 'transcript' | 'tags';

/** The changes that the server acknowledged to a client. */
export type Acknowledged =
  | { readonly kind: 'upload'; readonly recordingId: string; readonly sha256: string }
  | { readonly kind: 'save'; readonly recordingId: string; readonly storyId: string; readonly title: string }
  | { readonly kind: 'publication'; readonly storyId: string; readonly isPublished: boolean }
  | {
      readonly kind: 'edit';
      readonly storyId: string;
      readonly field: EditedField;
      readonly value: string | readonly string[];
    }
  | { readonly kind: 'deletion'; readonly storyId: string; readonly recordingId: string }
  | { readonly kind: 'comment'; readonly id: string; readonly storyId: string; readonly content: string }
  | {
      readonly kind: 'vote';
      readonly storyId: string;
      readonly userId: string;
      readonly direction: Direction | null;
    }
  | {
      readonly kind: 'follow';
      readonly followerId: string;
      readonly followingId: string;
      readonly isFollowing: boolean;
    }
  | { readonly kind: 'report'; readonly storyId: string; readonly userId: string; readonly reason: string }
  | { readonly kind: 'password'; readonly user: DrillUser; readonly password: string }
  | { readonly kind: 'email'; readonly userId: string; readonly email: string }
  | { readonly kind: 'ended session'; readonly user: DrillUser };

/** Returns what a change sets, if a later change of the same replaces it, or null if it stays beside the others. */
export function toSubject(done: Acknowledged): string | null {
  switch (done.kind) {
    case 'vote':
      return `vote ${done.storyId} ${done.userId}`;
    case 'follow':
      return `follow ${done.followerId} ${done.followingId}`;
    case 'publication':
      return `publication ${done.storyId}`;
    case 'edit':
      return `${done.field} ${done.storyId}`;
    case 'report':
      return `report ${done.storyId} ${done.userId}`;
    case 'password':
      return `password ${done.user.id}`;
    case 'email':
      return `email ${done.userId}`;
    case 'upload':
    case 'save':
    case 'deletion':
    case 'comment':
    case 'ended session':
      return null;
  }
}

/** Leaves out what a later change replaced, and what went with a deleted story. */
export function listLasting(history: readonly Acknowledged[]): readonly Acknowledged[] {
  const deleted = new Set(
    history.flatMap((done) => (done.kind === 'deletion' ? [done.storyId, done.recordingId] : [])),
  );
  const last = new Map<string, Acknowledged>();
  for (const done of history) last.set(toSubject(done) ?? `${last.size}`, done);
  return [...last.values()].filter((done) => {
    if (done.kind === 'deletion') return true;
    const isOfDeleted = 'storyId' in done && deleted.has(done.storyId);
    return !isOfDeleted && !('recordingId' in done && deleted.has(done.recordingId));
  });
}
