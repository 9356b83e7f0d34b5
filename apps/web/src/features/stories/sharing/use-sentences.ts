import type { Story, StorySummary } from '@relato/contract/stories/types';
import { useMemo, useState } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { splitTranscript } from '../../transcription/public.ts';
import { findChosen, listSentences, type Sentence } from './list-sentences.ts';

interface Sentences {
  /** True while the times of the words load. */
  readonly isLoading: boolean;
  /** Empty while they load, and if the times are unknown. */
  readonly sentences: readonly Sentence[];
  /** The chosen sentence, at first that of the given second. */
  readonly chosen: Sentence | undefined;
  readonly choose: (sentence: Sentence) => void;
}

/** Returns the sentences of a story with their times. */
export function useSentences(story: StorySummary | Story, second: number): Sentences {
  const [chosen, choose] = useState<Sentence | null>(null);
  // Lists come without the times of the words.
  const isWhole = 'transcriptWords' in story;
  const hasText = story.transcriptStatus === 'ready';
  const loaded = trpc.stories.byId.useQuery({ id: story.id }, { enabled: hasText && !isWhole });
  const words = (isWhole ? story.transcriptWords : loaded.data?.transcriptWords) ?? null;
  const transcript = isWhole ? story.transcript : (loaded.data?.transcript ?? '');
  const sentences = useMemo(() => {
    const pieces = words && splitTranscript(transcript, words);
    return pieces ? listSentences(pieces, words) : [];
  }, [transcript, words]);
  return {
    isLoading: loaded.isLoading,
    sentences,
    chosen: findChosen(sentences, chosen, second * 1000),
    choose,
  };
}
