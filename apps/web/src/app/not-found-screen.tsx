import { Link } from '@tanstack/react-router';
import { LogoHeader } from '../lib/layout/logo-header.tsx';
import { Screen } from '../lib/layout/screen.tsx';
import { shellText } from '../messages/shell.ts';
import { buttonClass } from '../ui/buttons/button.tsx';
import { EmptyPicture } from '../ui/empty-state.tsx';

export function NotFoundScreen() {
  return (
    <Screen label={shellText.notFound.title} header={<LogoHeader />}>
      <div className="m-auto w-full max-w-[17.5rem] text-center">
        <EmptyPicture />
        <h1 className="text-heading">404</h1>
        <p lang="en" className="mt-2 mb-5 text-muted">
          {shellText.notFound.title}
        </p>
        <Link to="/" lang="en" className={buttonClass()}>
          {shellText.notFound.link}
        </Link>
      </div>
    </Screen>
  );
}
