import { profilesText } from '../../messages/profiles.ts';
import { TextField } from '../../ui/text-field.tsx';

interface UsernameFieldProps {
  readonly error: string | undefined;
  readonly username?: string;
}

export function UsernameField({ error, username }: UsernameFieldProps) {
  return (
    <TextField
      label={profilesText.username}
      name="username"
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={username}
      error={error}
    />
  );
}
