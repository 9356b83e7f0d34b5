import { z } from 'zod';

// Branded, so that the id of one noun cannot be passed for another's.
export const userId = z.uuid().brand<'UserId'>();
export const recordingId = z.uuid().brand<'RecordingId'>();
export const storyId = z.uuid().brand<'StoryId'>();

export type UserId = z.infer<typeof userId>;
export type RecordingId = z.infer<typeof recordingId>;
export type StoryId = z.infer<typeof storyId>;
