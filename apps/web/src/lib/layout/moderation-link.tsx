import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { moderationText } from '../../messages/moderation.ts';

interface ModerationLinkProps {
  readonly className: string;
  readonly onClick?: () => void;
}

/** The way to the moderators' screen, in their menu, their profile and beside the page. */
export function ModerationLink({ className, onClick }: ModerationLinkProps) {
  return (
    <Link to="/moderacion" className={className} onClick={onClick}>
      <ShieldCheck aria-hidden="true" />
      {moderationText.title}
    </Link>
  );
}
