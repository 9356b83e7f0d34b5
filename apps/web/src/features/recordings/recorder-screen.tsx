import { share } from '@relato/contract/recordings/share-target';
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { Mic } from 'lucide-react';
import { lazyOptional, lazyPart } from '../../lib/lazy/lazy-part.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { loadImport, loadRecordingView, loadReviewView, preloadParts, useRecorder } from './use-recorder.ts';
import { setRecorderPhase } from './recorder-presence.ts';
import { atRest } from '../../lib/after-paint.ts';
import { takeEarlyPress } from '../../lib/presses/early-press.ts';
import { useOnline } from '../../lib/online.ts';
import { recorderIdleText } from '../../messages/recordings/idle.ts';
import { VoiceRings } from './capture/voice-rings.tsx';
import type { RecorderState } from './recorder-types.ts';
import type { Answerable } from '../../lib/kept-question.ts';
import { useKeptQuestion } from '../questions/public.ts';
import type { Recover } from './import/use-import.ts';
import { StoryIdea } from './story-idea.tsx';

const DraftsToRecover = lazyOptional(
  async () => (await import('./drafts/list/draft-notice.tsx')).DraftsToRecover,
);
const ImportAudio = lazyOptional(async () => (await loadImport()).ImportAudio, FileChoicePlace);
const SharedAudio = lazyOptional(async () => (await import('./import/shared-audio.tsx')).SharedAudio);
const RecordingView = lazyPart(async () => (await loadRecordingView()).RecordingView);
const ReviewView = lazyPart(async () => (await loadReviewView()).ReviewView);

/** Loads everything that a press needs. Throws without a network. */
export async function preloadEngine(): Promise<void> {
  await preloadParts();
  // Afterwards, because a part keeps the failure of its preload.
  await RecordingView.preload();
}

export function RecorderScreen() {
  // Kept above the phases, so that recording a reply again still replies.
  const shown = useKeptQuestion();
  const { state, dispatch, getRecorder, record, recover } = useRecorder(shown.readAgain);
  const session = useSession();
  // A file from another app arrives only with a page load.
  const [isShared] = useState(() => new URLSearchParams(location.search).has(share.parameter));
  // A layout effect, so that the bar around it does not jump.
  useLayoutEffect(() => setRecorderPhase(state.phase), [state.phase]);
  useLayoutEffect(() => () => setRecorderPhase(null), []);
  useLayoutEffect(() => {
    if (takeEarlyPress()) record(shown.question);
    // oxlint-disable-next-line react/exhaustive-deps -- only the first screen comes after such a press
  }, []);
  useEffect(() => {
    void atRest()
      .then(preloadEngine)
      .catch(() => undefined);
  }, []);
  const isRecording = state.phase === 'recording';
  useEffect(() => {
    if (isRecording) void atRest().then(ReviewView.preload);
  }, [isRecording]);
  switch (state.phase) {
    case 'idle':
    case 'requesting':
    case 'blocked':
      return (
        <>
          <IdleView
            state={state}
            shown={shown}
            onRecord={record}
            recover={recover}
            drafts={session.status === 'signed-in' && <DraftsToRecover onRecover={recover} />}
          />
          {isShared && <SharedAudio question={shown.question} recover={recover} />}
        </>
      );
    case 'recording':
    case 'stopping':
      return <RecordingView state={state} getRecorder={getRecorder} />;
    case 'review':
    case 'waiting':
    case 'saving':
      return <ReviewView state={state} dispatch={dispatch} getRecorder={getRecorder} />;
  }
}

interface IdleViewProps {
  readonly state: Extract<RecorderState, { phase: 'idle' | 'requesting' | 'blocked' }>;
  /** The unsaved recordings of this browser. */
  readonly drafts: ReactNode;
  readonly shown: ReturnType<typeof useKeptQuestion>;
  readonly recover: Recover;
  readonly onRecord: (question: Answerable | null) => void;
}

/** The screen before a recording. On a low screen the button stands beside the prompt. */
function IdleView({ state, drafts, shown, recover, onRecord }: IdleViewProps) {
  const { question, putAside } = shown;
  // The notice that there is no network takes room here.
  const isOnline = useOnline();
  const isRequesting = state.phase === 'requesting';
  return (
    <div className="group/rest flex flex-1 flex-col short:flex-row short:gap-8">
      <div className="short:my-auto short:min-w-0 short:flex-1">
        {/* Narrow, so that the line breaks where a speaker would pause. A question takes its room on a small screen. */}
        <h1 className="mt-3.5 max-w-50 text-heading compact:mt-1 compact:text-[min(1.875rem,15vw)] compact:group-has-data-asked/rest:sr-only">
          {recorderIdleText.heading}
        </h1>
        <p className="mt-2 text-muted compact:mt-1 compact:group-has-data-asked/rest:hidden">
          {recorderIdleText.ready}
        </p>
        <div
          // Always in sight, so that the user knows what the recording answers.
          className={
            question
              ? ''
              : `cramped:group-has-data-draft/rest:hidden ${isOnline ? '' : 'compact:hidden short:block'}`
          }
        >
          <StoryIdea question={question} onPutAside={putAside} />
        </div>
        {/* The drafts load later than the card above. Their list scrolls, so that the button below stays within reach. */}
        <div className="-mx-1 max-h-[max(20vh,9.75rem)] overflow-y-auto px-1 short:max-h-none">{drafts}</div>
      </div>
      <div className="m-auto py-4 text-center compact:py-1">
        <RecordButton
          label={recorderIdleText.record}
          icon={<Mic aria-hidden="true" />}
          busy={isRequesting}
          onClick={() => onRecord(question)}
        />
        <p className="mt-0.5 font-[650]">
          {isRequesting ? recorderIdleText.allowMicrophone : recorderIdleText.tapToRecord}
        </p>
        <p className="mx-auto max-w-72 text-sm text-balance text-muted">
          {state.phase === 'blocked'
            ? recorderIdleText.refusals[state.refusal].hint
            : recorderIdleText[question?.kind === 'reply' ? 'replyUpTo' : 'upTo']}
          <ImportAudio question={question} recover={recover} />
        </p>
      </div>
    </div>
  );
}

/** Reserves the space of the file choice, so that the text above does not move. */
function FileChoicePlace() {
  return (
    <span aria-hidden="true" className="invisible">
      {' · '}
      <span className="font-[650]">{recorderIdleText.orChooseFile}</span>
    </span>
  );
}

interface RecordButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly busy: boolean;
  readonly onClick: () => void;
}

const rings = ['inset-0 opacity-6', 'inset-[11%] opacity-10'];

function RecordButton({ label, icon, busy, onClick }: RecordButtonProps) {
  return (
    <VoiceRings
      rings={rings}
      className="mx-auto size-[min(14.375rem,60vw,27svh)] compact:size-[25svh] compact:cramped:group-has-data-draft/rest:size-[21svh] short:size-[min(13.75rem,52svh)]"
    >
      <button
        type="button"
        aria-label={label}
        aria-busy={busy}
        className="relative grid size-[57.4%] compact:size-[66%] short:size-[60%] place-items-center rounded-pill border-2 border-transparent bg-voice text-on-voice shadow-[0_18px_40px_-14px_rgb(206_64_35/0.6)] transition-transform active:scale-[0.97] aria-busy:opacity-70 [&_svg]:size-[37%]"
        onClick={onClick}
      >
        {icon}
      </button>
    </VoiceRings>
  );
}
