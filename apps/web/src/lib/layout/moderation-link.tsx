import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { moderationText } from '../../messages/moderation.ts';

interface ModerationLinkProps {
  readonly className: string;
  readonly onClick?: () => void;
}

/** The link to the moderators' screen, in the menu, on the profile and in the side navigation. */
export function ModerationLink({ className, onClick }: ModerationLinkProps) {
  return (
    <Link to="/moderacion" className={className} onClick={onClick}>
      <ShieldCheck aria-hidden="true" />
      {moderationText.title}
    </Link>
  );
}
