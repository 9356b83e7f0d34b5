import { LogOut } from 'lucide-react';
import { ModalSheet } from '../../app/shell/modal-sheet.tsx';
import { profilesText } from '../../messages/profiles.ts';
import { sessionText } from '../../messages/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useSignOut } from '../auth/use-sign-out.ts';

interface SettingsSheetProps {
  readonly email: string | null;
  readonly onClose: () => void;
}

export function SettingsSheet({ email, onClose }: SettingsSheetProps) {
  const signOut = useSignOut();
  return (
    <ModalSheet title={profilesText.settings} onClose={onClose}>
      <TextField className="mt-4" label={profilesText.email} value={email ?? ''} readOnly />
      <Button
        variant="secondary"
        className="mt-4"
        busy={signOut.isPending}
        onClick={() => signOut.mutate(undefined, { onSuccess: onClose })}
      >
        <LogOut aria-hidden="true" />
        {sessionText.signOut}
      </Button>
    </ModalSheet>
  );
}
