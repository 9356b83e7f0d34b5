import { z } from 'zod';

/** Lower case, as the database writes it: every id has one form, so that what is compared or counted by it is the same. */
export const canonicalId = z.uuid().lowercase().meta({ format: 'uuid' });

// Branded, so that the id of one noun cannot be passed for another's.
export const userId = canonicalId.brand<'UserId'>();
export const recordingId = canonicalId.brand<'RecordingId'>();
export const storyId = canonicalId.brand<'StoryId'>();
export const commentId = canonicalId.brand<'CommentId'>();
export const reportId = canonicalId.brand<'ReportId'>();
export const noticeId = canonicalId.brand<'NoticeId'>();
export const appealId = canonicalId.brand<'AppealId'>();

export type UserId = z.infer<typeof userId>;
export type RecordingId = z.infer<typeof recordingId>;
export type StoryId = z.infer<typeof storyId>;
export type CommentId = z.infer<typeof commentId>;
export type ReportId = z.infer<typeof reportId>;
export type NoticeId = z.infer<typeof noticeId>;
export type AppealId = z.infer<typeof appealId>;
