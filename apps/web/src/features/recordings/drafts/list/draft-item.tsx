import { Link, useNavigate } from '@tanstack/react-router';
import { Check, Download, Play, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { lazySheet } from '../../../../lib/lazy/lazy-part.tsx';
import { draftsText } from '../../../../messages/recordings/drafts.ts';
import { formatBytes, formatDuration, formatPercent } from '../../../../messages/format.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { Meter } from '../../../../ui/meter.tsx';
import { OpenedPlayButton, player } from '../../../player/public.ts';
import { formatDraftAge, formatDraftDate } from './draft-dates.ts';
import { requestDraft, draftsQueryKey } from './draft-requests.ts';
import type { Draft } from '../store/draft-store.ts';
import type { Saving } from '../saving/saving-progress.ts';
import { toStateText } from './to-state-text.ts';
import { useDraftSound } from './use-draft-sound.ts';
import { trpc } from '../../../../lib/calls/trpc.ts';
import { showToast } from '../../../../ui/toasts/toast-store.ts';

const DeleteDraftSheet = lazySheet(async () => (await import('./delete-draft-sheet.tsx')).DeleteDraftSheet);

interface DraftItemProps {
  readonly draft: Draft;
  /** Null while the draft is not being saved. */
  readonly saving: Saving | null;
  readonly storiesId: string;
}

const text = draftsText.list;

/** A recording of this browser: plays, downloads and deletes it, and shows its progress. */
export function DraftItem({ draft, saving, storiesId }: DraftItemProps) {
  const [isDeleting, setDeleting] = useState(false);
  const deleteDraft = useDeleteDraft();
  const { createdAtMs, durationMs, bytes, disguise } = draft;
  const [now] = useState(() => new Date());
  const createdAt = new Date(createdAtMs);
  const title = draft.title.trim() || text.untitled(formatDraftDate(createdAt, now).toLowerCase());
  const details = [
    formatDuration(durationMs),
    ...(bytes === undefined ? [] : [formatBytes(bytes)]),
    formatDraftAge(createdAt, now),
    ...(disguise === undefined ? [] : [text.disguised]),
  ];
  return (
    <li data-draft className="rounded-card border border-line/60 bg-surface py-3 pr-1.5 pl-3.5 shadow-card">
      <div className="flex items-center gap-2">
        {saving?.step !== 'saved' && <Sound draft={draft} title={title} />}
        <div className="min-w-0 flex-1">
          <h3 dir="auto" className="truncate font-ui text-base font-[650]">
            {title}
          </h3>
          <p className="text-sm text-muted">{details.join(' · ')}</p>
        </div>
        {saving?.step !== 'saved' && (
          <div className="flex">
            <DownloadButton draft={draft} title={title} />
            <IconButton
              label={text.remove(title)}
              icon={<Trash2 />}
              disabled={saving !== null}
              onClick={() => setDeleting(true)}
            />
          </div>
        )}
      </div>
      <State draft={draft} saving={saving} storiesId={storiesId} />
      {isDeleting && (
        <DeleteDraftSheet
          durationMs={durationMs}
          onConfirm={() => {
            setDeleting(false);
            void deleteDraft(draft);
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  );
}

interface DraftSoundProps {
  readonly draft: Draft;
  readonly title: string;
}

function Sound({ draft, title }: DraftSoundProps) {
  const { track, open } = useDraftSound(draft, title);
  if (track) return <OpenedPlayButton track={track} />;
  return (
    <IconButton
      label={text.play(title)}
      icon={<Play />}
      className="bg-voice-soft text-voice-strong"
      onClick={() => void open().then((opened) => opened && player.play(opened.track))}
    />
  );
}

function DownloadButton({ draft, title }: DraftSoundProps) {
  const { open } = useDraftSound(draft, title);
  const download = async () => {
    const opened = await open();
    if (!opened) return;
    const link = document.createElement('a');
    link.href = opened.track.src;
    link.download = opened.fileName;
    link.click();
  };
  return <IconButton label={text.download(title)} icon={<Download />} onClick={() => void download()} />;
}

function State({ draft, saving, storiesId }: DraftItemProps): ReactNode {
  const navigate = useNavigate();
  const row = 'flex min-h-11 flex-wrap items-center justify-between gap-x-3 pr-2 text-sm';
  if (saving?.step === 'saved') {
    return (
      <div className={row}>
        <span className="flex items-center gap-1.5 font-[650] text-leaf">
          <Check aria-hidden="true" className="size-4.5" />
          {text.saved}
        </span>
        <Link
          to="/profile"
          hash={storiesId}
          className="inline-flex min-h-11 items-center font-[650] text-voice-strong"
        >
          {text.seeStories}
        </Link>
      </div>
    );
  }
  if (saving) {
    const percent = text.uploading(formatPercent(saving.ratio));
    return (
      <div className="mt-1.5 pr-2 pb-1 text-sm">
        <p className="mb-1.5 flex flex-wrap justify-between gap-x-3">
          <span className="num font-[560]">{percent}</span>
          <span className="text-muted">{text.continues}</span>
        </p>
        <Meter ratio={saving.ratio} label={text.uploadLabel} valueText={percent} />
      </div>
    );
  }
  const recover = () => {
    requestDraft(draft.id);
    void navigate({ to: '/record' });
  };
  return (
    <div className={row}>
      <span className="flex min-w-0 flex-1 items-center gap-1.5 text-muted">
        <span aria-hidden="true" className="size-2 mt-1.5 shrink-0 self-start rounded-pill bg-leaf" />
        {toStateText(draft)}
      </span>
      <Button size="small" className="rounded-field! px-4.5" onClick={recover}>
        {text.save}
      </Button>
    </div>
  );
}

/** Returns a function that deletes a draft in this browser and on the server. */
function useDeleteDraft(): (draft: Pick<Draft, 'id' | 'userId'>) => Promise<void> {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  return async ({ id, userId }) => {
    const [{ drafts, lockDraft }, { discardOnServer, forgetDiscard, noteDiscard }] = await Promise.all([
      import('../store/drafts.ts'),
      import('../store/discards.ts'),
    ]);
    // Another tab may have opened the draft or begun to save it.
    const release = await lockDraft(id);
    try {
      if (!release) throw new Error('another tab works on it');
      // Noted first, because the page may end.
      noteDiscard({ id, userId });
      await drafts.remove(id);
      void discardOnServer({ id, userId }, (input) => client.recordings.discard.mutate(input));
    } catch (error) {
      if (release) forgetDiscard(id);
      console.warn('The draft could not be removed', error);
      showToast({ ...draftsText.list.deleting.failed, tone: 'destructive' });
    } finally {
      release?.();
    }
    await queryClient.invalidateQueries({ queryKey: draftsQueryKey });
  };
}
