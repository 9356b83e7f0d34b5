import { createFileRoute } from '@tanstack/react-router';
import { WordsScreen } from '../../features/corrections/explained/words-screen.tsx';

// Stands in a group, because the router would nest it in the screen of `palabras.tsx` otherwise.
export const Route = createFileRoute('/(words)/palabras/$region')({ component: RegionRoute });

function RegionRoute() {
  const { region } = Route.useParams();
  return <WordsScreen region={region} />;
}
