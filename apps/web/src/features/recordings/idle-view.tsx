import { Mic } from 'lucide-react';
import type { ReactNode } from 'react';
import { recorderText } from '../../messages/recorder.ts';
import { StoryIdeaCard } from './prompt-card.tsx';
import { RecordButton } from './record-button.tsx';
import type { RecorderState } from './recorder-state.ts';

interface IdleViewProps {
  readonly state: Extract<RecorderState, { phase: 'idle' | 'requesting' | 'blocked' }>;
  /** What was recorded before and is in this browser only. */
  readonly drafts: ReactNode;
  readonly onRecord: () => void;
}

/** Before a recording. On a low screen the button stands beside the prompt. */
export function IdleView({ state, drafts, onRecord }: IdleViewProps) {
  const isRequesting = state.phase === 'requesting';
  return (
    <div className="group/rest flex flex-1 flex-col short:flex-row short:gap-8">
      <div className="short:my-auto short:min-w-0 short:flex-1">
        {/* Narrow, so that it breaks where the voice would. */}
        <h1 className="mt-3.5 max-w-50 text-heading compact:mt-1 compact:text-[min(1.875rem,15vw)]">
          {recorderText.heading}
        </h1>
        <p className="mt-2 text-muted compact:mt-1">{recorderText.ready}</p>
        {/* However many they are, the button below stays in reach. */}
        <div className="-mx-1 max-h-[max(20vh,8rem)] overflow-y-auto px-1 short:max-h-none">{drafts}</div>
        <div className="cramped:group-has-data-draft/rest:hidden">
          <StoryIdeaCard />
        </div>
      </div>
      <div className="m-auto py-4 text-center compact:py-1">
        <RecordButton
          label={recorderText.record}
          icon={<Mic aria-hidden="true" />}
          busy={isRequesting}
          onClick={onRecord}
        />
        <p className="mt-0.5 font-[650]">
          {isRequesting ? recorderText.allowMicrophone : recorderText.tapToRecord}
        </p>
        <p className="mx-auto max-w-72 text-sm text-balance text-muted">
          {state.phase === 'blocked' ? recorderText.refusals[state.refusal].hint : recorderText.upTo}
        </p>
      </div>
    </div>
  );
}
