import { createFileRoute } from '@tanstack/react-router';
import { StoryOverlay } from '../../app/story-overlay.tsx';
import { TreeScreen } from '../../features/stories/threads/tree-screen.tsx';

export const Route = createFileRoute('/arbol/$id')({ component: TreeRoute });

function TreeRoute() {
  const { id } = Route.useParams();
  return (
    <StoryOverlay>
      {/* The key remounts the screen for another tree, so that its lists start at the top. */}
      <TreeScreen key={id} id={id} />
    </StoryOverlay>
  );
}
