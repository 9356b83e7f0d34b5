import { Link } from '@tanstack/react-router';
import { shellText } from '../../messages/shell.ts';
import { WaveLogo } from '../../ui/wave-logo.tsx';
import { HeaderBar } from './header-bar.tsx';
import { UserMenu } from './user-menu.tsx';

export function LogoHeader() {
  return (
    <HeaderBar>
      <Link to="/" className="inline-flex min-h-11 items-center lg:invisible">
        <WaveLogo name={shellText.name} />
      </Link>
      <UserMenu />
    </HeaderBar>
  );
}
