import { limits } from '@relato/contract/limits';
import { expect, it } from 'vitest';
import { toTranscriptRefreshMs } from './transcript-refresh.ts';

const ready = { transcriptStatus: 'ready' } as const;

it('asks again every few seconds while a text is written', () => {
  const soon = limits.transcription.refreshMs;
  expect(toTranscriptRefreshMs([ready, { transcriptStatus: 'pending' }])).toBe(soon);
  expect(toTranscriptRefreshMs([{ ...ready, isTranscribedAgain: true }])).toBe(soon);
});

it('does not hurry while the operator has to do something first', () => {
  expect(toTranscriptRefreshMs([ready, { transcriptStatus: 'waiting' }])).toBe(limits.refresh.intervalMs);
  expect(toTranscriptRefreshMs([{ transcriptStatus: 'waiting' }, { transcriptStatus: 'pending' }])).toBe(
    limits.transcription.refreshMs,
  );
});

it('does not ask again for texts that are there, or will not come', () => {
  expect(toTranscriptRefreshMs([ready, { transcriptStatus: 'missing' }])).toBeNull();
  expect(toTranscriptRefreshMs([])).toBeNull();
});
