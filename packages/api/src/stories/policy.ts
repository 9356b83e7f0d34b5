import type { Viewer } from '../rpc/context.ts';

interface StoryFacts {
  readonly userId: string;
  readonly published: boolean;
  readonly hiddenAt: Date | null;
  /**
   * True if the viewer reviews reports of the story as a moderator, or if it is a public reply, or was one until it was
   * hidden.
   */
  readonly isInReview?: boolean;
  /** True if one of the viewer and the author blocks the other. */
  readonly isBlocked?: boolean;
  /**
   * True if the story is shared with the viewer alone, or a reply that they may hear. Missing where such a story counts as
   * private.
   */
  readonly isShared?: boolean;
}

const isOwner = (viewer: Viewer | null, story: { readonly userId: string }): boolean =>
  viewer !== null && viewer.id === story.userId;

const isModerator = (viewer: Viewer | null): boolean =>
  viewer?.role === 'moderator' || viewer?.role === 'administrator';

export const isPublic = (story: Pick<StoryFacts, 'published' | 'hiddenAt'>): boolean =>
  story.published && story.hiddenAt === null;

/** Returns whether the viewer may hear a story that is not public because it is shared with them or a reply. */
export const isHeardAlone = ({ isShared, hiddenAt, isBlocked }: StoryFacts): boolean =>
  isShared === true && hiddenAt === null && isBlocked !== true;

/**
 * Returns whether the viewer may see the story. An unpublished one is visible to its author and to the moderator who reviews
 * reports of it, or to all moderators if it is a public reply, because unpublishing must not end a review. A hidden one is
 * visible to its author and to moderators. Blocks do not apply to moderators, whose work they must not end. A story that is
 * shared with the viewer is visible to them until it is hidden, or there is a block.
 */
export const canSee = (viewer: Viewer | null, story: StoryFacts): boolean =>
  (isPublic(story) && story.isBlocked !== true) ||
  isOwner(viewer, story) ||
  isHeardAlone(story) ||
  (isModerator(viewer) && (story.published || story.isInReview === true));

export const canEdit = isOwner;
