import { useMemo, useState } from 'react';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { disguiseText } from '../../../messages/recordings/disguise.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { PlayButton, type Track, Waveform } from '../../player/public.ts';
import type { Recorder } from '../recorder.ts';
import type { FinishedRecording } from '../review/review-state.ts';
import { canFollow, characters, type Character } from './draw-voice.ts';
import { type Disguising, useDisguise } from './use-disguise.ts';

interface DisguiseSheetProps {
  readonly recording: FinishedRecording;
  readonly getRecorder: () => Recorder | null;
  readonly onClose: () => void;
}

/** Disguises the voice of a recording on this device. The user hears the result before it replaces the original. */
export function DisguiseSheet({ recording, getRecorder, onClose }: DisguiseSheetProps) {
  // The recording changes its id once the disguise is stored.
  const [previewId] = useState(`${recording.id}-disguise`);
  const { disguising, make, use } = useDisguise(getRecorder, previewId, onClose);
  const isStoring = disguising.step === 'storing';
  const chosen = getCharacter(disguising);
  return (
    <ModalSheet title={disguiseText.title} {...(!isStoring && { onClose })}>
      <p className="mt-1.5 text-muted">{disguiseText.text}</p>
      {recording.disguise && <p className="mt-2 text-sm font-[560]">{disguiseText.again}</p>}
      <fieldset aria-label={disguiseText.choice} disabled={isStoring} className="mt-3 flex flex-wrap gap-2">
        {characters.map((character) => (
          <Chip
            key={character}
            pressed={character === chosen}
            disabled={!canFollow(character, recording.disguise)}
            onClick={() => make(character)}
          >
            {disguiseText.characters[character]}
          </Chip>
        ))}
      </fieldset>
      <div className="mt-3 flex min-h-18 flex-col justify-center" inert={isStoring}>
        <Progress disguising={disguising} recording={recording} previewId={previewId} />
      </div>
      <p className="mt-1 mb-4 text-sm text-muted">{disguiseText.lasting}</p>
      <div className="button-row">
        <Button variant="secondary" disabled={isStoring} onClick={onClose}>
          {recording.disguise ? disguiseText.keepDisguise : disguiseText.keep}
        </Button>
        <Button busy={isStoring} disabled={!isStoring && disguising.step !== 'made'} onClick={use}>
          {disguiseText.use}
        </Button>
      </div>
    </ModalSheet>
  );
}

function getCharacter(disguising: Disguising): Character | null {
  if (disguising.step === 'working') return disguising.character;
  return 'disguise' in disguising ? disguising.disguise.character : null;
}

interface ProgressProps {
  readonly disguising: Disguising;
  readonly recording: FinishedRecording;
  readonly previewId: string;
}

function Progress({ disguising, recording, previewId }: ProgressProps) {
  if ('src' in disguising)
    return <Preview src={disguising.src} recording={recording} previewId={previewId} />;
  if (disguising.step === 'working') {
    return (
      <output className="grid gap-2">
        <span className="text-sm">{disguiseText.working}</span>
        <Meter ratio={disguising.ratio} label={disguiseText.progress} />
      </output>
    );
  }
  if (disguising.step === 'failed') {
    return (
      <p role="alert" className="rounded-field bg-voice-soft px-3.5 py-2.5 text-[0.875rem]">
        <span className="font-[650]">{disguiseText.failures[disguising.failure]}</span>{' '}
        {disguiseText.unchanged}
      </p>
    );
  }
  return <p className="text-sm">{disguiseText.choose}</p>;
}

interface PreviewProps extends Omit<ProgressProps, 'disguising'> {
  readonly src: string;
}

function Preview({ src, recording: { durationMs, peaks }, previewId }: PreviewProps) {
  const track = useMemo(
    (): Track => ({ id: previewId, src, durationSeconds: durationMs / 1000, ...disguiseText.track }),
    [previewId, src, durationMs],
  );
  return (
    <>
      <div className="flex items-center gap-2.5">
        <PlayButton track={track} strong />
        <Waveform track={track} peaks={peaks ?? []} />
      </div>
      <p className="mt-1.5 text-sm text-muted">{disguiseText.made}</p>
    </>
  );
}
