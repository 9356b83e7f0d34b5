import type { Draft } from './draft-store.ts';

/** Returns a draft that has only its sound yet. */
export const newDraft = ({
  id,
  userId,
  mimeType,
  durationMs = 0,
}: Pick<Draft, 'id' | 'userId' | 'mimeType'> & Partial<Pick<Draft, 'durationMs'>>): Draft => ({
  id,
  userId,
  createdAtMs: Date.now(),
  mimeType,
  durationMs,
  title: '',
  transcript: null,
  tags: [],
  provisionalText: '',
  sentInput: null,
  isDue: false,
});
