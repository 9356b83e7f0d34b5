import { useId, useRef, useState } from 'react';
import type { SessionUser } from '@relato/contract/account/types';
import { useProfileRefresh } from '../username-field.tsx';
import { Avatar } from '../../../lib/avatar/avatar.tsx';
import { trpc } from '../../../lib/calls/trpc.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { profilesText } from '../../../messages/profiles.ts';
import { TextButton } from '../../../ui/buttons/text-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { FieldMessage } from '../../../ui/fields/field.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';
import { openPhoto } from './crop-photo.ts';

interface PhotoFieldProps {
  readonly user: SessionUser;
  readonly onChosen: (picture: HTMLCanvasElement) => void;
}

const text = profilesText.photo;

/** The user's picture, with buttons that replace or remove it. */
export function PhotoField({ user, onChosen }: PhotoFieldProps) {
  const messageId = useId();
  const input = useRef<HTMLInputElement>(null);
  const label = user.photo === undefined ? text.choose : text.change;
  const refresh = useProfileRefresh();
  const [state, setState] = useState<'resting' | 'opening' | 'unreadable'>('resting');
  const remove = trpc.profiles.removePhoto.useMutation({
    onSuccess: () => showToast({ title: text.removed }),
    onError: (error) =>
      showToast({ title: text.errors.remove, text: toErrorText(error), tone: 'destructive' }),
    // An error also refetches, because the answer may be lost although the change was made.
    onSettled: () => void refresh(),
  });
  const open = async (file: File) => {
    setState('opening');
    const picture = await openPhoto(file).catch(() => null);
    setState(picture ? 'resting' : 'unreadable');
    if (picture) onChosen(picture);
  };
  return (
    <div className="mt-4 flex items-center gap-4">
      <Avatar {...user} size="large" />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-4">
          <Button
            variant="secondary"
            size="small"
            busy={state === 'opening'}
            aria-describedby={messageId}
            onClick={() => input.current?.click()}
          >
            {label}
          </Button>
          {user.photo !== undefined && (
            <TextButton ref={keepFocus} busy={remove.isPending} onClick={() => remove.mutate()}>
              {text.remove}
            </TextButton>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept="image/*"
          className="hidden"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            // Cleared, so that the same file can be chosen again.
            currentTarget.value = '';
            if (file) void open(file);
          }}
        />
        <FieldMessage
          id={messageId}
          error={state === 'unreadable' ? text.errors.unreadable : undefined}
          hint={text.hint}
        />
      </div>
    </div>
  );
}
