import { createFileRoute } from '@tanstack/react-router';
import { StoryOverlay } from '../../app/story-overlay.tsx';
import { AnswersScreen } from '../../features/questions/answers-screen.tsx';

export const Route = createFileRoute('/(questions)/pregunta/$id')({ component: AnswersRoute });

function AnswersRoute() {
  const { id } = Route.useParams();
  return (
    <StoryOverlay>
      {/* The key remounts the screen for another question, so that nothing stays open. */}
      <AnswersScreen key={id} id={id} />
    </StoryOverlay>
  );
}
