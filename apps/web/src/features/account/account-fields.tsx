import { signInText } from '../../messages/account/sign-in.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';

interface FieldProps {
  readonly error: string | undefined;
}

/** The address of an account; `typed` is what the user entered in an earlier form. */
export function EmailField({ typed, error }: FieldProps & { readonly typed: string }) {
  return (
    <TextField
      label={signInText.email}
      name="email"
      type="email"
      autoComplete="username"
      defaultValue={typed}
      error={error}
    />
  );
}

interface NewPasswordFieldProps extends FieldProps {
  readonly label: string;
  readonly takesFocus?: boolean;
}

export function NewPasswordField({ label, error, takesFocus }: NewPasswordFieldProps) {
  return (
    <PasswordField
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- for a form that replaces the button that had the focus
      autoFocus={takesFocus}
      label={label}
      name="password"
      autoComplete="new-password"
      error={error}
      hint={signInText.passwordHint}
      showLabel={signInText.showPassword}
      hideLabel={signInText.hidePassword}
    />
  );
}
