import { checkNewUsername } from '@relato/contract/profiles/rules';
import { useEffect, useState } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { errorText } from '../../messages/errors.ts';
import { profilesText } from '../../messages/profiles.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { announceSession } from '../../lib/session/session-channel.ts';

interface UsernameFieldProps {
  /** The reason why the server refused the name. */
  readonly error: string | undefined;
  readonly username?: string;
}

export function UsernameField({ error, username = '' }: UsernameFieldProps) {
  const [typed, setTyped] = useState(username);
  const live = useUsernameHint(typed, username);
  return (
    <TextField
      label={profilesText.username}
      name="username"
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      keepsLine
      defaultValue={username}
      onChange={(event) => setTyped(event.currentTarget.value)}
      error={error ?? live.error}
      hint={live.hint}
    />
  );
}

/** A name counts as typed after this pause. */
const pauseMs = 400;

interface UsernameHint {
  readonly hint?: string;
  readonly error?: string;
}

/**
 * Returns whether the typed name is free. Returns nothing for the user's own name, one that is too short, or one that was
 * not checked yet.
 */
function useUsernameHint(typed: string, own: string): UsernameHint {
  const name = typed.trim();
  const [paused, setPaused] = useState(name);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(name), pauseMs);
    return () => clearTimeout(timer);
  }, [name]);
  const refusal = checkNewUsername(name);
  const isSettled = name === paused && name !== own;
  const isWorthAsking = isSettled && refusal === null;
  const available = trpc.profiles.usernameAvailable.useQuery(
    { username: name },
    // A free name may be taken a moment later; saving reports that.
    { enabled: isWorthAsking, staleTime: 5_000, retry: false },
  );
  // A name that is too short or too long is still unfinished, so only other errors show.
  if (isSettled && (refusal === 'USERNAME_INVALID' || refusal === 'USERNAME_RESERVED'))
    return { error: errorText[refusal] };
  if (!isWorthAsking) return {};
  if (available.isError) return { hint: profilesText.usernameUnchecked };
  if (available.data === undefined) return {};
  return available.data ? { hint: profilesText.usernameFree } : { error: errorText.USERNAME_TAKEN };
}

/** Returns a function that refetches everything that shows the user's own name or picture, in the other tabs too. */
export function useProfileRefresh(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    announceSession('user-updated');
    await Promise.all([
      utils.account.session.invalidate(),
      utils.profiles.invalidate(),
      utils.stories.invalidate(),
      utils.follows.invalidate(),
      utils.comments.invalidate(),
      utils.news.invalidate(),
    ]);
  };
}
