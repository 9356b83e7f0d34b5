import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useSettings } from '../../lib/settings/use-settings.ts';
import { shellText } from '../../messages/shell.ts';

/** The link to the community in both navigations; disabled while only recording is enabled. */
export function CommunityLink({ className }: { readonly className: string }) {
  const { flags } = useSettings();
  const content = (
    <>
      <Compass aria-hidden="true" />
      {shellText.community}
    </>
  );
  return flags.recordOnly ? (
    <button type="button" disabled title={shellText.communityLater} className={`${className} opacity-38`}>
      {content}
    </button>
  ) : (
    <Link to="/search" className={className}>
      {content}
    </Link>
  );
}
