import { useBlocker, type ShouldBlockFn } from '@tanstack/react-router';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { recordingText } from '../../../messages/recording.ts';
import { Button } from '../../../ui/button.tsx';

interface LeaveGuardProps {
  /** What would be left behind can be recovered. */
  readonly isStored: boolean;
}

/** An address shows the screen of its path, or in its place the story that `story` names. */
const isOtherScreen: ShouldBlockFn = ({ current, next }) =>
  current.pathname !== next.pathname || current.search.story !== next.search.story;

/** Asks before the page or the screen is left, for as long as it is mounted. */
export function LeaveGuard({ isStored }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: isOtherScreen,
    enableBeforeUnload: true,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  const { title, text, unsafeText, stay, leave } = recordingText.leaving;
  return (
    <ModalSheet title={title} onClose={blocker.reset}>
      <p className="mt-1.5 mb-5 text-muted">{isStored ? text : unsafeText}</p>
      <div className="button-row">
        <Button variant="secondary" onClick={blocker.proceed}>
          {leave}
        </Button>
        <Button onClick={blocker.reset}>{stay}</Button>
      </div>
    </ModalSheet>
  );
}
