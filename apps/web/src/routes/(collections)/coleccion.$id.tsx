import { createFileRoute } from '@tanstack/react-router';
import { StoryOverlay } from '../../app/story-overlay.tsx';
import { CollectionScreen } from '../../features/stories/collection/collection-screen.tsx';

export const Route = createFileRoute('/(collections)/coleccion/$id')({ component: CollectionRoute });

function CollectionRoute() {
  const { id } = Route.useParams();
  return (
    <StoryOverlay>
      {/* Another collection is another screen: nothing stays open. */}
      <CollectionScreen key={id} id={id} />
    </StoryOverlay>
  );
}
