/** A workspace with pure rules whose tests must notice every change of them. */
export interface Area {
  readonly folder: string;
  /** The files whose code is changed in one place at a time. */
  readonly rules: readonly string[];
  readonly tests: readonly string[];
}

export const areas: Readonly<Record<string, Area>> = {
  contract: {
    folder: 'packages/contract',
    rules: [
      'src/**/rules.ts',
      'src/recordings/waveform.ts',
      'src/text/{rules,schema}.ts',
      'src/transcription/align-words.ts',
      'src/transcription/common-subsequence.ts',
      'src/transcription/spans.ts',
      '!src/**/*.test.ts',
    ],
    tests: ['src/**/*.test.ts'],
  },
  api: {
    folder: 'packages/api',
    rules: ['src/*/policy.ts', 'src/rpc/cursor.ts'],
    tests: ['src/*/policy.test.ts', 'src/rpc/cursor.test.ts'],
  },
  speech: {
    folder: 'packages/speech',
    rules: ['src/merge-tokens.ts'],
    tests: ['src/merge-tokens.test.ts'],
  },
  web: {
    folder: 'apps/web',
    rules: [
      'src/features/player/player-state.ts',
      'src/features/recordings/recorder-state.ts',
      'src/features/recordings/review/review-state.ts',
      'src/features/recordings/review/story-form.ts',
      'src/features/stories/feed/feed-filter.ts',
      'src/features/stories/feed/feed-pages.ts',
      'src/features/stories/feed/start-feed.ts',
      'src/features/stories/list/story-window.ts',
      'src/features/stories/story/voting.ts',
      'src/features/transcription/find-spoken-word.ts',
      'src/features/transcription/transcript-preview.ts',
      'src/features/transcription/word-*.ts',
      'src/lib/paging/merge-pages.ts',
      'src/messages/format.ts',
      '!src/**/*.test.ts',
    ],
    // Only their own tests run, because those of whole screens would take hours.
    tests: [
      'src/features/player/player-state.test.ts',
      'src/features/recordings/recorder-state*.test.ts',
      'src/features/recordings/review/review-state.test.ts',
      'src/features/recordings/review/story-form.test.ts',
      'src/features/stories/{feed,list}/*.test.ts',
      'src/features/stories/story/voting.test.ts',
      'src/features/transcription/find-spoken-word.test.ts',
      'src/features/transcription/transcript-preview.test.ts',
      'src/features/transcription/word-*.test.ts',
      'src/lib/paging/merge-pages.test.ts',
      'src/messages/format.test.ts',
    ],
  },
};
