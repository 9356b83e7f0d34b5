import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

interface NotFoundStateProps {
  readonly title: string;
  readonly text: string;
  /** The label of the link to the community. */
  readonly link: string;
}

/** Replaces content that does not exist, or not for this viewer. */
export function NotFoundState({ title, text, link }: NotFoundStateProps) {
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <Link to="/search" className={buttonClass()}>
          {link}
        </Link>
      }
    />
  );
}
