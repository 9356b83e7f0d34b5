import { profilesText } from '../../messages/profiles.ts';
import { trpc } from '../../lib/calls/trpc.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { StoryPages } from '../stories/public.ts';

interface UserStoriesProps {
  readonly userId: string;
  readonly name: string;
}

/** What a person has published. */
export function UserStories({ userId, name }: UserStoriesProps) {
  const stories = trpc.stories.byUser.useInfiniteQuery(
    { userId },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  const { title, text } = profilesText.noStories;
  return (
    <StoryPages
      label={profilesText.storiesOf(name)}
      query={stories}
      failureTitle={profilesText.errors.stories}
      empty={<EmptyState title={title} text={text(name)} />}
    />
  );
}
