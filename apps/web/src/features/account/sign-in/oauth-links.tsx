import { useAuthRequest } from '../../../lib/session/auth-sheet-store.ts';
import { useSettings } from '../../../lib/settings/use-settings.ts';
import { signInText } from '../../../messages/account/sign-in.ts';
import { buttonClass } from '../../../ui/buttons/button-class.ts';

/** One link for each provider of the server; the link leaves the app, which the user returns to signed in. */
export function OauthLinks() {
  const { oauthProviders } = useSettings();
  const { pathname, search } = window.location;
  const returnTo = useAuthRequest()?.returnTo ?? pathname + search;
  if (oauthProviders.length === 0) return null;
  return (
    <>
      <div className="flex flex-col gap-2.5">
        {oauthProviders.map((provider) => (
          <a
            key={provider}
            href={`/auth/${provider}?return=${encodeURIComponent(returnTo)}`}
            className={buttonClass('outline')}
          >
            {signInText.continueWith[provider]}
          </a>
        ))}
      </div>
      <p className="my-4 flex items-center gap-2.5 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {signInText.orWithEmail}
      </p>
    </>
  );
}
