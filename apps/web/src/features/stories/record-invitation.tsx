import { Mic } from 'lucide-react';
import { useStartRecording } from '../../lib/session/use-require-session.ts';
import { shellText } from '../../messages/shell.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function RecordInvitation({ title, text }: { readonly title: string; readonly text: string }) {
  const startRecording = useStartRecording();
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <Button onClick={startRecording}>
          <Mic aria-hidden="true" />
          {shellText.record}
        </Button>
      }
    />
  );
}
