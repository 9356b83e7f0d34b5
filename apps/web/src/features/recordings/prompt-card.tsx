import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { recorderText } from '../../messages/recorder.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { storeStoryIdea, readStoryIdea } from './story-idea.ts';

const { question, another, ideas } = recorderText.prompt;

/** Something to talk about; another one at a press. */
export function StoryIdeaCard() {
  const [index, setIndex] = useState(readStoryIdea);
  return (
    <section className="relative mt-4.5 rounded-card bg-sunken p-4 pb-3 compact:mt-3">
      <p className="mb-1 pr-9 text-sm font-[650] text-muted">{question}</p>
      <h2 aria-live="polite" className="min-h-12 text-title compact:text-lg compact:leading-[1.2]">
        {ideas[index]}
      </h2>
      <IconButton
        label={another}
        icon={<RefreshCw className="size-4.5!" />}
        className="absolute! top-1 right-1 text-muted"
        onClick={() => {
          const next = (index + 1) % ideas.length;
          setIndex(next);
          storeStoryIdea(next);
        }}
      />
    </section>
  );
}
