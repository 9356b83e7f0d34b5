import type { RecordingId, UserId } from '@relato/contract/ids';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CloudUpload } from 'lucide-react';
import { useEffect } from 'react';
import { useSession } from '../../../../lib/session/use-session.ts';
import { draftsText } from '../../../../messages/recordings/drafts.ts';
import { formatDuration } from '../../../../messages/format.ts';
import { showToast } from '../../../../ui/toasts/toast-store.ts';
import { formatDraftDate } from './draft-dates.ts';
import { draftsQueryKey, requestDraft, takeRequestedDraft, toAskAgainMs } from './draft-requests.ts';
import type { Recovery } from '../store/active-recording.ts';
import type { Draft } from '../store/draft-store.ts';

interface DraftNoticeProps {
  /** If missing, a press opens the recorder with the draft. */
  readonly onRecover?: (id: RecordingId) => void;
}

/** Offers the unsaved recordings of this browser. Renders nothing for visitors or without drafts. */
export function DraftNotice({ onRecover }: DraftNoticeProps) {
  const session = useSession();
  const navigate = useNavigate();
  const drafts = useOpenDrafts(session.status === 'signed-in' ? session.user.id : null);
  const recover =
    onRecover ??
    ((id: RecordingId) => {
      requestDraft(id);
      void navigate({ to: '/record' });
    });
  return drafts.map(({ id, createdAtMs, durationMs }) => (
    <section
      key={id}
      data-draft
      className="mt-4 compact:mt-2.5 flex flex-wrap items-center gap-x-2.5 rounded-field bg-voice-soft py-1.5 pr-1 pl-3.5 text-[0.875rem]"
    >
      <CloudUpload aria-hidden="true" className="size-5 shrink-0" />
      <div className="min-w-[min(8.5rem,100%)] flex-1 py-1.5">
        <h2 className="font-ui text-[0.875rem] font-bold">{draftsText.title}</h2>
        <p className="text-sm text-muted">
          {draftsText.detail(formatDraftDate(new Date(createdAtMs), new Date()), formatDuration(durationMs))}
        </p>
      </div>
      <button
        type="button"
        className="min-h-11 shrink-0 rounded-pill px-2.5 font-bold text-voice-strong"
        onClick={() => recover(id)}
      >
        {draftsText.recover}
      </button>
    </section>
  ));
}

/** Returns the drafts that no tab works on. */
export function useOpenDrafts(userId: UserId | null) {
  const { data } = useQuery<readonly Draft[]>({
    queryKey: [...draftsQueryKey, userId],
    queryFn: async () => {
      const { listOpenDrafts } = await import('../store/drafts.ts');
      return userId ? listOpenDrafts(userId) : [];
    },
    enabled: userId !== null,
    // An initial value, because a query without data ignores an invalidation.
    initialData: [],
    // Another tab may have created or removed one.
    staleTime: 0,
    retry: false,
    refetchInterval: toAskAgainMs,
  });
  return data;
}

interface DraftsToRecoverProps {
  readonly onRecover: (id: RecordingId) => Promise<Recovery>;
}

/** The drafts on the recorder screen. Opens a draft that was chosen on another screen. */
export function DraftsToRecover({ onRecover }: DraftsToRecoverProps) {
  const queryClient = useQueryClient();
  const recover = async (id: RecordingId) => {
    const outcome = await onRecover(id);
    if (outcome === 'open') return;
    showToast({ title: draftsText.notRecovered, text: draftsText.unopened[outcome], tone: 'destructive' });
    await queryClient.invalidateQueries({ queryKey: draftsQueryKey });
  };
  useEffect(() => {
    const id = takeRequestedDraft();
    if (id) void recover(id);
    // oxlint-disable-next-line react/exhaustive-deps -- runs when the screen is mounted, not later
  }, []);
  return <DraftNotice onRecover={(id) => void recover(id)} />;
}
