import type { Viewer } from '../rpc/context.ts';

interface StoryFacts {
  readonly userId: string;
  readonly published: boolean;
  readonly hiddenAt: Date | null;
  /** True if the viewer is the moderator who reviews reports of the story, or it is a reply that all hear, or heard until it was hidden. */
  readonly isInReview?: boolean;
  /** True if the viewer blocks the author, or the author the viewer. */
  readonly isBlocked?: boolean;
  /** True if the author shares it with the viewer alone, or as a reply that the viewer may hear. Missing where such a story is as a private one. */
  readonly isShared?: boolean;
}

const isOwner = (viewer: Viewer | null, story: { readonly userId: string }): boolean =>
  viewer !== null && viewer.id === story.userId;

const isModerator = (viewer: Viewer | null): boolean =>
  viewer?.role === 'moderator' || viewer?.role === 'administrator';

export const isPublic = (story: Pick<StoryFacts, 'published' | 'hiddenAt'>): boolean =>
  story.published && story.hiddenAt === null;

/** Returns whether the viewer may hear a story that is not public: one for them alone, or a reply. */
export const isHeardAlone = ({ isShared, hiddenAt, isBlocked }: StoryFacts): boolean =>
  isShared === true && hiddenAt === null && isBlocked !== true;

/**
 * Returns whether the viewer may see the story. An unpublished one is visible to its author and to the moderator who
 * reviews reports of it, or to all of them if it is a reply that all hear, because unpublishing must not end a review. A hidden one is visible to its author and to
 * moderators. A block hides no story from moderators, because it must not end their work. One that is shared with the viewer is
 * visible to them until it is hidden, or a block comes between.
 */
export const canSee = (viewer: Viewer | null, story: StoryFacts): boolean =>
  (isPublic(story) && story.isBlocked !== true) ||
  isOwner(viewer, story) ||
  isHeardAlone(story) ||
  (isModerator(viewer) && (story.published || story.isInReview === true));

export const canEdit = isOwner;
export const canDelete = isOwner;
