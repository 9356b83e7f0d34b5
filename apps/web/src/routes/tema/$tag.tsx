import { toSubject } from '@relato/contract/stories/rules';
import { createFileRoute, Navigate } from '@tanstack/react-router';
import { readFeedSearch } from '../../features/stories/feed/feed-filter.ts';
import { SubjectScreen } from '../../features/stories/subjects/subject-screen.tsx';

export const Route = createFileRoute('/tema/$tag')({
  validateSearch: ({ orden }: Record<string, unknown>) => readFeedSearch({ orden }),
  component: SubjectRoute,
});

function SubjectRoute() {
  const { tag } = Route.useParams();
  const own = toSubject(tag);
  if (own !== tag) return <Navigate to="/tema/$tag" params={{ tag: own }} search={true} replace />;
  // The key remounts the screen for another subject, so that nothing stays open.
  return <SubjectScreen key={tag} tag={tag} />;
}
