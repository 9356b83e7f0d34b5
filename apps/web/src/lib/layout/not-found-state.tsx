import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

interface NotFoundStateProps {
  readonly title: string;
  readonly text: string;
  /** What the link says that leads to the community. */
  readonly link: string;
}

/** In the place of what is not there, or not for this viewer. */
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
