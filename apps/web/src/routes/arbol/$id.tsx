import { createFileRoute } from '@tanstack/react-router';
import { TreeScreen } from '../../features/stories/threads/tree-screen.tsx';

export const Route = createFileRoute('/arbol/$id')({ component: TreeRoute });

function TreeRoute() {
  const { id } = Route.useParams();
  // The key remounts the screen for another tree, so that its lists start at the top.
  return <TreeScreen key={id} id={id} />;
}
