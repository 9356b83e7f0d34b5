import { createFileRoute } from '@tanstack/react-router';
import { StoryOverlay } from '../../app/story-overlay.tsx';
import { WordsScreen } from '../../features/corrections/explained/words-screen.tsx';

// In a group of its own: beside `palabras.tsx` it would be a part of that screen.
export const Route = createFileRoute('/(words)/palabras/$region')({ component: RegionRoute });

function RegionRoute() {
  const { region } = Route.useParams();
  return (
    <StoryOverlay>
      <WordsScreen region={region} />
    </StoryOverlay>
  );
}
