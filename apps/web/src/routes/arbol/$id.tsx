import { createFileRoute } from '@tanstack/react-router';
import { StoryOverlay } from '../../app/story-overlay.tsx';
import { TreeScreen } from '../../features/stories/threads/tree-screen.tsx';

export const Route = createFileRoute('/arbol/$id')({ component: TreeRoute });

function TreeRoute() {
  const { id } = Route.useParams();
  return (
    <StoryOverlay>
      {/* Another tree is another screen: its lists begin at their top. */}
      <TreeScreen key={id} id={id} />
    </StoryOverlay>
  );
}
