import type { RecordingId } from '@relato/contract/ids';

// The brand's schema is zod's, which stays out of the browser; the server checks every id that it gets.
export const toRecordingId = (uuid: string): RecordingId => uuid as RecordingId;

/** Made here, so that a repeated call is the same recording. */
export const newRecordingId = (): RecordingId => toRecordingId(crypto.randomUUID());
