import type { UserId } from '@relato/contract';
import type { Viewer } from '../context.ts';

interface StoryFacts {
  readonly userId: string;
  readonly published: boolean;
  readonly hiddenAt: Date | null;
  /** The viewer is the moderator who looks into reports of it. */
  readonly isInReview?: boolean;
}

const isOwner = (viewer: Viewer | null, story: { readonly userId: string }): boolean =>
  viewer !== null && viewer.id === (story.userId as UserId); // a row's id is a plain string

const isModerator = (viewer: Viewer | null): boolean =>
  viewer?.role === 'moderator' || viewer?.role === 'administrator';

export const isPublic = (story: Omit<StoryFacts, 'userId'>): boolean =>
  story.published && story.hiddenAt === null;

/**
 * Private stories are their owner's, and the moderator's who looks into reports of them: taking a story back does not
 * end that. Hidden ones are their owner's and the moderators'.
 */
export const canSee = (viewer: Viewer | null, story: StoryFacts): boolean =>
  isPublic(story) ||
  isOwner(viewer, story) ||
  (isModerator(viewer) && (story.published || story.isInReview === true));

export const canEdit = isOwner;
export const canDelete = isOwner;
