import { limits } from '@relato/contract/limits';
import { expect, it } from 'vitest';
import { toTranscriptRefreshMs } from './transcript-refresh.ts';

const [soon, later] = [limits.transcription.refreshMs, limits.refresh.intervalMs];

it.each([
  ['a text is written', [{ transcriptStatus: 'ready' }, { transcriptStatus: 'pending' }], soon],
  ['a text is written again', [{ transcriptStatus: 'ready', isTranscribedAgain: true }], soon],
  ['the operator has to do something first', [{ transcriptStatus: 'waiting' }], later],
  [
    'one waits and another is written',
    [{ transcriptStatus: 'waiting' }, { transcriptStatus: 'pending' }],
    soon,
  ],
  ['all are there, or will not come', [{ transcriptStatus: 'ready' }, { transcriptStatus: 'missing' }], null],
] as const)('polls at the interval of the fastest change while %s', (_when, stories, ms) => {
  expect(toTranscriptRefreshMs(stories)).toBe(ms);
});
