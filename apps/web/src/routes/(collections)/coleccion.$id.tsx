import { createFileRoute } from '@tanstack/react-router';
import { CollectionScreen } from '../../features/stories/collection/collection-screen.tsx';

export const Route = createFileRoute('/(collections)/coleccion/$id')({ component: CollectionRoute });

function CollectionRoute() {
  const { id } = Route.useParams();
  // The key remounts the screen for another collection, so that nothing stays open.
  return <CollectionScreen key={id} id={id} />;
}
