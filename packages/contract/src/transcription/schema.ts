import { z } from 'zod';
import { recordingId } from '../ids.ts';
import { pageInput } from '../paging.ts';

export const transcriptionStatusInput = z.object({ recordingId });
export const retryTranscriptionInput = z.object({ recordingId });

export const failedTranscriptionsInput = pageInput;
export const retryFailedTranscriptionInput = z.object({ recordingId });
