import { deletionWord } from '@relato/contract/account/rules';
import { accountText } from '../../messages/account.ts';
import { TextField } from '../../ui/fields/text-field.tsx';

interface DeletionWordFieldProps {
  readonly takesFocus?: boolean;
  readonly error: string | undefined;
}

export function DeletionWordField({ takesFocus, error }: DeletionWordFieldProps) {
  return (
    <TextField
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- for a form that replaces the button that had the focus
      autoFocus={takesFocus}
      label={accountText.deletion.field(deletionWord)}
      name="confirmation"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      error={error}
    />
  );
}
