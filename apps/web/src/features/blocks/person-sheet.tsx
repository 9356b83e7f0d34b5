import type { ProfileSummary } from '@relato/contract/profiles/types';
import { limits } from '@relato/contract/limits';
import { ModalSheet } from '../../lib/layout/modal-sheet.tsx';
import { openAuthSheet } from '../../lib/session/auth-sheet-store.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { blocksText } from '../../messages/account/blocks.ts';
import { toAuthorName } from '../../messages/stories.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useBlock } from './use-block.ts';

interface PersonSheetProps {
  readonly person: ProfileSummary;
  readonly onClose: () => void;
}

export function PersonSheet({ person, onClose }: PersonSheetProps) {
  return (
    <ModalSheet title={toAuthorName(person)} onClose={onClose}>
      <PersonChoices person={person} onClose={onClose} />
    </ModalSheet>
  );
}

/** The buttons that mute or block another person. A visitor gets the way to sign in. */
export function PersonChoices({ person, onClose }: PersonSheetProps) {
  const isSignedIn = useSession().status === 'signed-in';
  if (isSignedIn) return <Choices person={person} onClose={onClose} />;
  return (
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
  );
}

const lengths = [...limits.block.muteDays, null];

function Choices({ person, onClose }: PersonSheetProps) {
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
