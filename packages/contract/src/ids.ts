import { z } from 'zod';

/** Lower case only, like the database writes ids, so that equal ids are equal texts. */
export const canonicalId = z.uuid().lowercase().meta({ format: 'uuid' });

// The brands keep an id from being used for another noun.
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
