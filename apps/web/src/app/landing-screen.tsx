import { Link } from '@tanstack/react-router';
import { Mic } from 'lucide-react';
import { useMutedWords } from '../features/blocks/public.ts';
import { UnlessMuted } from '../features/stories/list/unless-muted.tsx';
import { StoryCard } from '../features/stories/story/story-card.tsx';
import { StorySkeletons } from '../features/stories/story-skeleton.tsx';
import { LegalLink } from '../lib/layout/legal-link.tsx';
import { trpc } from '../lib/calls/trpc.ts';
import { openAuthSheet } from '../lib/session/auth-sheet-store.ts';
import { useIsVisitor } from '../lib/session/use-session.ts';
import { useStartRecording } from '../lib/session/use-require-session.ts';
import { landingText } from '../messages/shell/landing.ts';
import { storiesText } from '../messages/stories.ts';
import { Button, buttonClass } from '../ui/buttons/button.tsx';

export function LandingScreen() {
  const startRecording = useStartRecording();
  const isVisitor = useIsVisitor();
  return (
    <>
      <h1 className="mt-4.5 text-hero">{landingText.title}</h1>
      <p className="mt-3 mb-4.5 text-lg text-muted">{landingText.text}</p>
      <Button onClick={startRecording}>
        <Mic aria-hidden="true" />
        {landingText.record}
      </Button>
      {isVisitor && (
        <Button variant="secondary" className="mt-2.5" onClick={() => openAuthSheet({ mode: 'sign-up' })}>
          {landingText.signUp}
        </Button>
      )}
      <FeaturedStory />
      <Link to="/home" className={`mt-4 ${buttonClass('outline')}`}>
        {landingText.explore}
      </Link>
      <LegalLink />
    </>
  );
}

/** The first story of the community, without which the landing page works too. */
function FeaturedStory() {
  const { data, isPending } = trpc.stories.feed.useQuery({ limit: 1 });
  const [story] = data?.items ?? [];
  const mutedWords = useMutedWords();
  if (!story && !isPending) return null;
  return (
    <section tabIndex={-1} aria-labelledby="featured" className="mt-5.5">
      <h2 id="featured" className="mb-2 font-ui text-sm font-[650] text-muted">
        {landingText.listen}
      </h2>
      {story && mutedWords ? (
        <UnlessMuted story={story} words={mutedWords}>
          <StoryCard story={story} />
        </UnlessMuted>
      ) : (
        <StorySkeletons label={storiesText.loadingOne} count={1} />
      )}
    </section>
  );
}
