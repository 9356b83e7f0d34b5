import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { shellText } from '../../messages/shell.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { HeaderBar } from './header-bar.tsx';
import { UserMenu } from './user-menu.tsx';

/** A header with a back arrow and a title; without a previous screen the arrow leads home. */
export function BackHeader({ title }: { readonly title: string }) {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const navigate = useNavigate();
  const goBack = () => {
    if (canGoBack) router.history.back();
    else void navigate({ to: '/' });
  };
  return (
    <HeaderBar>
      <div className="flex min-w-0 flex-1 basis-32 items-center">
        <IconButton label={shellText.back} icon={<ArrowLeft />} className="-ml-3" onClick={goBack} />
        <h1 className="line-clamp-2 font-ui text-base leading-tight font-[650]">{title}</h1>
      </div>
      <UserMenu />
    </HeaderBar>
  );
}
