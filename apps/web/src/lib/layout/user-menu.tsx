import { Link } from '@tanstack/react-router';
import { LogOut, UserRound } from 'lucide-react';
import { useId, useRef } from 'react';
import { sessionText } from '../../messages/account/session.ts';
import { Avatar } from '../avatar/avatar.tsx';
import { keepFocus } from './keep-focus.ts';
import { lazyOptional } from '../lazy/lazy-part.tsx';
import { openAuthSheet } from '../session/auth-sheet-store.ts';
import { useSession } from '../session/use-session.ts';
import { useSignOut } from '../session/use-sign-out.ts';

const ModerationLink = lazyOptional(async () => (await import('./moderation-link.tsx')).ModerationLink);

/** The avatar at the top right and its menu; for visitors, the button to sign in. */
export function UserMenu() {
  const session = useSession();
  const signOut = useSignOut();
  const menuId = useId();
  const menu = useRef<HTMLDivElement>(null);

  // Keeps the height of the header while the session loads.
  if (session.status === 'loading') return <span className="size-11" />;
  if (session.status === 'signed-out') {
    return (
      <button
        type="button"
        className="touch min-h-9 rounded-pill border border-line bg-surface px-3.5 text-[0.84375rem] font-semibold"
        onClick={() => openAuthSheet()}
      >
        {sessionText.signIn}
      </button>
    );
  }
  const { username, email, role } = session.user;
  const item =
    'flex min-h-12 w-full items-center gap-3 rounded-field px-3 font-semibold hover:bg-sunken [&_svg]:size-5';
  return (
    <div ref={keepFocus} className="relative -mr-1">
      <button
        type="button"
        popoverTarget={menuId}
        aria-label={sessionText.menu}
        className="grid size-11 place-items-center rounded-pill"
      >
        <Avatar {...session.user} />
      </button>
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        // A browser without popovers would always show it. What is in it is elsewhere too.
        className="fixed inset-auto hidden [&:popover-open]:block below-header right-4 m-0 w-64 max-w-[calc(100vw-2rem)] rounded-card border border-line bg-surface p-2 text-ink shadow-card lg:right-[max(1rem,calc((100vw-14.375rem-var(--column))/2+1rem))]"
      >
        <div className="px-3 pt-2 pb-1.5">
          <p className="truncate font-[650]">
            {username === null ? sessionText.anonymousUser : sessionText.author(username)}
          </p>
          <p className="truncate text-sm text-muted">{email}</p>
        </div>
        <Link to="/profile" className={item} onClick={() => menu.current?.hidePopover()}>
          <UserRound aria-hidden="true" />
          {sessionText.ownProfile}
        </Link>
        {role !== 'user' && <ModerationLink className={item} onClick={() => menu.current?.hidePopover()} />}
        <button
          type="button"
          className={item}
          onClick={() => {
            menu.current?.hidePopover();
            signOut.mutate();
          }}
        >
          <LogOut aria-hidden="true" />
          {sessionText.signOut}
        </button>
      </div>
    </div>
  );
}
