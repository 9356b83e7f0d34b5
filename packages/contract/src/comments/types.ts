import type { CommentId, StoryId } from '../ids.ts';
import type { ProfileSummary } from '../profiles/types.ts';

export interface Comment {
  readonly id: CommentId;
  readonly storyId: StoryId;
  readonly content: string;
  /** The username at that time, or the name that a visitor gave. */
  readonly authorName: string;
  /** Null for a visitor. The comments of a deleted account are deleted. */
  readonly author: ProfileSummary | null;
  readonly createdAt: Date;
  readonly viewer: {
    readonly canDelete: boolean;
    /**
     * Set under an own story if the viewer has muted or blocked the author of the comment. The author and the text are then
     * empty.
     */
    readonly isFolded?: true;
  };
}
