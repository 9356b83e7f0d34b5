import { toAuthorName } from '../../messages/stories.ts';
import type { StoryAuthor } from '@relato/contract/stories/types';
import { Link } from '@tanstack/react-router';

/** The name of who tells; it leads to their profile, if they have one. The nearest positioned box is what one presses. */
export function AuthorLink({ author }: { readonly author: StoryAuthor | null }) {
  const name = toAuthorName(author);
  if (!author?.username) return name;
  return (
    <Link
      to="/u/$username"
      params={{ username: author.username }}
      className="before:absolute before:-inset-y-1 before:right-0 before:left-0 hover:underline"
    >
      {name}
    </Link>
  );
}
