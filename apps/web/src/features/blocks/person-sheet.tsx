import type { ProfileSummary } from '@relato/contract/profiles/types';
import { limits } from '@relato/contract/limits';
import type { ReactNode } from 'react';
import { ModalSheet } from '../../lib/layout/modal-sheet.tsx';
import { openAuthSheet } from '../../lib/session/auth-sheet-store.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { blocksText } from '../../messages/account/blocks.ts';
import { toAuthorName } from '../../messages/stories.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useBlock } from './use-block.ts';

interface ChoicesProps {
  readonly person: ProfileSummary;
  readonly onClose: () => void;
}

interface PersonSheetProps extends ChoicesProps {
  /** Stands before the choices about the person. */
  readonly children?: ReactNode;
}

export function PersonSheet({ person, onClose, children }: PersonSheetProps) {
  const isSignedIn = useSession().status === 'signed-in';
  return (
    <ModalSheet title={toAuthorName(person)} onClose={onClose}>
      {children}
      {isSignedIn ? (
        <Choices person={person} onClose={onClose} />
      ) : (
        <>
          <p className="mt-1.5 mb-5 text-muted">{blocksText.signedOut}</p>
          <Button
            onClick={() => {
              onClose();
              openAuthSheet();
            }}
          >
            {blocksText.signIn}
          </Button>
        </>
      )}
    </ModalSheet>
  );
}

const lengths = [...limits.block.muteDays, null];

function Choices({ person, onClose }: ChoicesProps) {
  const { id: userId } = person;
  const name = toAuthorName(person);
  const { block, mute } = useBlock(name, onClose);
  const isBusy = block.isPending || mute.isPending;
  return (
    <>
      <section aria-label={blocksText.mute.title} className="mt-2">
        <h3 className="font-ui font-[650]">{blocksText.mute.title}</h3>
        <p className="mt-0.5 mb-2.5 text-muted">{blocksText.mute.text}</p>
        <div className="grid grid-cols-4 gap-2">
          {lengths.map((days) => (
            <Button
              key={days}
              variant="secondary"
              size="small"
              className="px-1!"
              busy={isBusy}
              onClick={() => mute.mutate({ userId, days })}
            >
              {days === null ? blocksText.mute.forGood : blocksText.mute.days(days)}
            </Button>
          ))}
        </div>
      </section>
      <section aria-label={blocksText.block.title} className="mt-5">
        <h3 className="font-ui font-[650]">{blocksText.block.title}</h3>
        <p className="mt-0.5 mb-2.5 text-muted">{blocksText.block.text}</p>
        <Button variant="danger" busy={isBusy} onClick={() => block.mutate({ userId })}>
          {blocksText.block.submit(name)}
        </Button>
      </section>
    </>
  );
}
