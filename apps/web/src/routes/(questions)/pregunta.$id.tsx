import { createFileRoute } from '@tanstack/react-router';
import { StoryOverlay } from '../../app/story-overlay.tsx';
import { AnswersScreen } from '../../features/questions/answers-screen.tsx';

export const Route = createFileRoute('/(questions)/pregunta/$id')({ component: AnswersRoute });

function AnswersRoute() {
  const { id } = Route.useParams();
  return (
    <StoryOverlay>
      {/* Another question is another screen: nothing stays open. */}
      <AnswersScreen key={id} id={id} />
    </StoryOverlay>
  );
}
