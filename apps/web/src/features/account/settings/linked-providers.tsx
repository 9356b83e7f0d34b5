import type { LinkedIdentity, OauthProvider } from '@relato/contract/account/types';
import { trpc } from '../../../lib/calls/trpc.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';
import { useSettings } from '../../../lib/settings/use-settings.ts';
import { signInText } from '../../../messages/account/sign-in.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';

/** The providers that the user can sign in with, each with a button to link or unlink it. */
export function LinkedProviders() {
  const { oauthProviders } = useSettings();
  const { data: linked = [], error, isPending } = trpc.account.identities.useQuery();
  const shown = (['google', 'facebook'] as const).filter(
    (name) => oauthProviders.includes(name) || linked.some(({ provider }) => provider === name),
  );
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="linked-providers" className="mt-5">
      <h3 id="linked-providers" className="font-ui text-sm font-[650] text-muted">
        {signInText.oauth.title}
      </h3>
      {error ? (
        <FormError text={toErrorText(error)} />
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {shown.map((name) => (
            <LinkedProvider
              key={name}
              name={name}
              identity={linked.find(({ provider }) => provider === name)}
              isPending={isPending}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface LinkedProviderProps {
  readonly name: OauthProvider;
  readonly identity: LinkedIdentity | undefined;
  /** Reserves the space while the providers load, so that nothing moves under a finger. */
  readonly isPending: boolean;
}

function LinkedProvider({ name, identity, isPending }: LinkedProviderProps) {
  const { names, link, unlink, linkTo, unlinkFrom, onlyWayIn, notLinked } = signInText.oauth;
  const detail = identity && !identity.canUnlink ? onlyWayIn : (identity?.email ?? null);
  return (
    <li className="flex min-h-14.25 items-center gap-3 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{names[name]}</p>
        <p className="h-[1lh] truncate text-sm text-muted">{identity ? detail : !isPending && notLinked}</p>
      </div>
      {identity === undefined && !isPending && (
        <a
          href={`/auth/${name}?link&return=${encodeURIComponent('/profile')}`}
          aria-label={linkTo(names[name])}
          className={`shrink-0 ${buttonClass('outline', 'small')}`}
        >
          {link}
        </a>
      )}
      {identity?.canUnlink === true && <Unlink name={name} label={unlinkFrom(names[name])} text={unlink} />}
    </li>
  );
}

interface UnlinkProps {
  readonly name: OauthProvider;
  readonly label: string;
  readonly text: string;
}

function Unlink({ name, label, text }: UnlinkProps) {
  const utils = trpc.useUtils();
  const unlink = trpc.account.unlinkIdentity.useMutation({
    onSuccess: () => showToast({ title: signInText.oauth.unlinked }),
    onError: (error) =>
      showToast({ title: signInText.errors.title, text: toErrorText(error), tone: 'destructive' }),
    onSettled: () => utils.account.identities.invalidate(),
  });
  return (
    <Button
      ref={keepFocus}
      variant="secondary"
      size="small"
      className="shrink-0"
      aria-label={label}
      busy={unlink.isPending}
      onClick={() => unlink.mutate({ provider: name })}
    >
      {text}
    </Button>
  );
}
