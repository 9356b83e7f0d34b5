import { useBlocker, type ShouldBlockFn } from '@tanstack/react-router';
import { useLayoutEffect, useReducer, useRef } from 'react';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { recorderRunningText } from '../../../messages/recordings/running.ts';
import { Button } from '../../../ui/buttons/button.tsx';

interface LeaveGuardProps {
  /** True if the recording can be recovered after leaving. */
  readonly isStored: boolean;
}

/** A path, or a `story` parameter, identifies a screen. */
const isOtherScreen: ShouldBlockFn = ({ current, next }) =>
  current.pathname !== next.pathname || current.search.story !== next.search.story;

/** Asks before the user leaves the page or the screen, while mounted. */
export function LeaveGuard({ isStored }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: isOtherScreen,
    enableBeforeUnload: true,
    withResolver: true,
  });
  // `useBlocker` starts blocking only after the paint, and a busy page may handle the back button before. Another render
  // makes it block at once.
  const [, begin] = useReducer(() => true, false);
  useLayoutEffect(() => begin(), [begin]);
  // The question ends with the recording. Without an answer, the address would stay that of the screen before.
  const stay = useRef(blocker.reset);
  useLayoutEffect(() => void (stay.current = blocker.reset), [blocker.reset]);
  useLayoutEffect(() => () => stay.current?.(), []);
  if (blocker.status !== 'blocked') return null;
  const { leaving } = recorderRunningText;
  return (
    <ModalSheet title={leaving.title} onClose={blocker.reset}>
      <p className="mt-1.5 mb-5 text-muted">{isStored ? leaving.text : leaving.unsafeText}</p>
      <div className="button-row">
        <Button variant="secondary" onClick={blocker.proceed}>
          {leaving.leave}
        </Button>
        <Button onClick={blocker.reset}>{leaving.stay}</Button>
      </div>
    </ModalSheet>
  );
}
