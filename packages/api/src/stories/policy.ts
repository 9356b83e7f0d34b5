import type { Viewer } from '../rpc/context.ts';

interface StoryFacts {
  readonly userId: string;
  readonly published: boolean;
  readonly hiddenAt: Date | null;
  /** True if the viewer is the moderator who reviews reports of the story. */
  readonly isInReview?: boolean;
  /** True if the viewer blocks the author, or the author the viewer. */
  readonly isBlocked?: boolean;
}

const isOwner = (viewer: Viewer | null, story: { readonly userId: string }): boolean =>
  viewer !== null && viewer.id === story.userId;

const isModerator = (viewer: Viewer | null): boolean =>
  viewer?.role === 'moderator' || viewer?.role === 'administrator';

export const isPublic = (story: Pick<StoryFacts, 'published' | 'hiddenAt'>): boolean =>
  story.published && story.hiddenAt === null;

/**
 * Returns whether the viewer may see the story. An unpublished one is visible to its author and to the moderator who
 * reviews reports of it, because unpublishing must not end a review. A hidden one is visible to its author and to
 * moderators. A block hides no story from moderators, because it must not end their work.
 */
export const canSee = (viewer: Viewer | null, story: StoryFacts): boolean =>
  (isPublic(story) && story.isBlocked !== true) ||
  isOwner(viewer, story) ||
  (isModerator(viewer) && (story.published || story.isInReview === true));

export const canEdit = isOwner;
export const canDelete = isOwner;
