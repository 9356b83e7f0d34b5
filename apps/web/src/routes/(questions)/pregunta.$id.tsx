import { createFileRoute } from '@tanstack/react-router';
import { AnswersScreen } from '../../features/questions/answers-screen.tsx';

export const Route = createFileRoute('/(questions)/pregunta/$id')({ component: AnswersRoute });

function AnswersRoute() {
  const { id } = Route.useParams();
  // The key remounts the screen for another question, so that nothing stays open.
  return <AnswersScreen key={id} id={id} />;
}
