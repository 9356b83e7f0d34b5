import { CatchBoundary, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOpenedStory } from '../features/stories/list/opened-story.ts';
import { BackHeader } from '../lib/layout/back-header.tsx';
import { Screen } from '../lib/layout/screen.tsx';
import { shellText } from '../messages/shell.ts';
import { CrashScreen } from './crash-screen.tsx';
import { StoryScreen } from './lazy-screens.ts';

/** Shows the single story of `?story=ID` with a back arrow on any screen, else the content of the route. */
export function StoryOverlay({ children }: { readonly children: ReactNode }) {
  const { story, t } = useSearch({ from: '__root__' });
  useOpenedStory(story);
  if (story === undefined) return children;
  return (
    // The route's own boundary would replace the whole shell.
    <CatchBoundary getResetKey={() => story} errorComponent={CrashScreen}>
      <Screen label={shellText.story} header={<BackHeader title={shellText.story} />}>
        <StoryScreen storyId={story} fromSeconds={t === undefined ? null : Number(t)} />
      </Screen>
    </CatchBoundary>
  );
}
