import { useState } from 'react';
import { profilesText } from '../../messages/profiles.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useUsernameHint } from './use-username-hint.ts';

interface UsernameFieldProps {
  /** Why the name was refused when it was sent. */
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
