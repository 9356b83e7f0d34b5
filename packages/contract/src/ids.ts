import { z } from 'zod';

// Branded, so that the id of one noun cannot be passed for another's.
export const userId = z.uuid().brand<'UserId'>();
export const recordingId = z.uuid().brand<'RecordingId'>();
export const storyId = z.uuid().brand<'StoryId'>();
export const commentId = z.uuid().brand<'CommentId'>();
export const reportId = z.uuid().brand<'ReportId'>();
export const noticeId = z.uuid().brand<'NoticeId'>();
export const appealId = z.uuid().brand<'AppealId'>();

export type UserId = z.infer<typeof userId>;
export type RecordingId = z.infer<typeof recordingId>;
export type StoryId = z.infer<typeof storyId>;
export type CommentId = z.infer<typeof commentId>;
export type ReportId = z.infer<typeof reportId>;
export type NoticeId = z.infer<typeof noticeId>;
export type AppealId = z.infer<typeof appealId>;
