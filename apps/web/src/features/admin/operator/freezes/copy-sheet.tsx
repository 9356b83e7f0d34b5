import { formatDuration } from '@relato/contract/text/format';
import type { Freeze, FrozenStory } from '@relato/contract/stories/types';
import type { ReactNode } from 'react';
import { trpc } from '../../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../../lib/errors/error-data.ts';
import { ModalSheet } from '../../../../lib/layout/modal-sheet.tsx';
import { QueryFailure } from '../../../../lib/paging/load-failure.tsx';
import { errorText } from '../../../../messages/errors.ts';
import { formatDate } from '../../../../messages/format.ts';
import { freezesText } from '../../../../messages/operator/freezes.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';

const { copy: text } = freezesText;

interface CopySheetProps {
  readonly freeze: Freeze;
  readonly onClose: () => void;
}

/** Shows what a freeze keeps. The server logs each look, so that the copy is read once and forgotten with the sheet. */
export function CopySheet({ freeze: { id, caseNumber }, onClose }: CopySheetProps) {
  const copy = trpc.stories.frozen.useQuery(
    { id },
    { staleTime: Infinity, gcTime: 0, refetchOnReconnect: false },
  );
  const isGone = getErrorCode(copy.error) === 'FREEZE_NOT_FOUND';
  return (
    <ModalSheet title={text.title} onClose={onClose}>
      <p dir="auto" className="mt-1.5 font-[650] wrap-anywhere">
        {freezesText.caseOf(caseNumber)}
      </p>
      <p className="mt-1.5 mb-4 text-sm text-muted">{text.hint}</p>
      {copy.data && <Copy {...copy.data.content} />}
      {isGone && <p role="alert">{errorText.FREEZE_NOT_FOUND}</p>}
      {copy.isError && !isGone && <QueryFailure title={text.loadFailed} query={copy} />}
      {copy.isPending && (
        <output aria-label={text.loading}>
          <Skeleton className="h-40 w-full" />
        </output>
      )}
    </ModalSheet>
  );
}

function Copy({ story, author, recording, comments }: FrozenStory) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <h3 dir="auto" className="text-title wrap-anywhere">
          {story.title}
        </h3>
        <p className="text-sm wrap-anywhere text-muted">
          {text.facts(
            story.published,
            formatDuration(story.durationMs),
            formatDate(new Date(story.createdAt)),
          )}
        </p>
        {story.tags.length > 0 && (
          <p dir="auto" className="text-sm wrap-anywhere text-muted">
            {text.tags(story.tags)}
          </p>
        )}
      </div>
      <Part title={text.author}>
        <p className="wrap-anywhere">{text.authorOf(author)}</p>
      </Part>
      <Part title={text.transcript}>
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {story.transcript ?? text.untranscribed}
        </p>
      </Part>
      <Part title={text.comments(comments.length)}>
        <ul className="grid grid-cols-1 gap-3">
          {comments.map(({ authorName, content, createdAt }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a copy has no ids and never changes
            <li key={at}>
              <p dir="auto" className="text-sm wrap-anywhere text-muted">
                {text.said(authorName, formatDate(new Date(createdAt)))}
              </p>
              <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                {content}
              </p>
            </li>
          ))}
        </ul>
      </Part>
      <Part title={text.files.title}>
        <p className="mb-2 text-sm text-muted">{text.files.hint}</p>
        <dl className="grid gap-2 text-sm">
          <File name={text.files.original} value={recording.originalKey} />
          <File name={text.files.sha256} value={recording.originalSha256} />
          <File name={text.files.playback} value={recording.playbackKey} />
        </dl>
      </Part>
    </div>
  );
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div>
    <h3 className="mb-1 text-sm font-[650] text-muted">{title}</h3>
    {children}
  </div>
);

const File = ({ name, value }: { readonly name: string; readonly value: string | null }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd className="wrap-anywhere">{value ?? text.files.none}</dd>
  </div>
);
