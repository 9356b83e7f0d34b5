import { createFileRoute } from '@tanstack/react-router';
import { StoryOverlay } from '../../app/story-overlay.tsx';
import { CollectionScreen } from '../../features/stories/collection/collection-screen.tsx';

export const Route = createFileRoute('/(collections)/coleccion/$id')({ component: CollectionRoute });

function CollectionRoute() {
  const { id } = Route.useParams();
  return (
    <StoryOverlay>
      {/* The key remounts the screen for another collection, so that nothing stays open. */}
      <CollectionScreen key={id} id={id} />
    </StoryOverlay>
  );
}
