import { Link } from '@tanstack/react-router';
import { Gauge, ShieldCheck } from 'lucide-react';
import { moderationText } from '../../messages/moderation.ts';
import { useSession } from '../session/use-session.ts';

interface ModerationLinkProps {
  readonly className: string;
  readonly onClick?: () => void;
}

/**
 * The link to the moderators' screen, in the menu, on the profile and in the side navigation. Administrators also get the
 * link to the operator's screen.
 */
export function ModerationLink({ className, onClick }: ModerationLinkProps) {
  const session = useSession();
  return (
    <>
      <Link to="/moderacion" className={className} onClick={onClick}>
        <ShieldCheck aria-hidden="true" />
        {moderationText.title}
      </Link>
      {session.status === 'signed-in' && session.user.role === 'administrator' && (
        <Link to="/operador" className={className} onClick={onClick}>
          <Gauge aria-hidden="true" />
          {moderationText.operator}
        </Link>
      )}
    </>
  );
}
