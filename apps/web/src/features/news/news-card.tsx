import { toSentence, toShownTitle, toWholeSentence } from '@relato/contract/news/sentences';
import type { News } from '@relato/contract/news/types';
import { Link } from '@tanstack/react-router';
import { ArrowBigUp, Captions } from 'lucide-react';
import { Avatar } from '../../lib/avatar/avatar.tsx';
import { trpc } from '../../lib/calls/trpc.ts';
import { toStory } from '../../lib/layout/to-story.ts';
import { formatDate } from '../../messages/format.ts';
import { newsText } from '../../messages/bell/news.ts';
import { Badge } from '../../ui/badge.tsx';
import { useMutedWords } from '../blocks/public.ts';

/** Links to the story with its comments, or to the profile of a follower. A press marks the news as read. */
export function NewsCard({ news }: { readonly news: News }) {
  const { id, kind, actor, story } = news;
  const utils = trpc.useUtils();
  const read = trpc.news.read.useMutation({ onSuccess: () => utils.news.invalidate() });
  const link = {
    className:
      'flex items-start gap-3 rounded-card border border-line/60 bg-surface p-4 shadow-card hover:bg-sunken',
    onClick: () => {
      if (!news.isRead) read.mutate({ id, kind });
    },
  };
  const content = (
    <>
      <Picture news={news} />
      <span className="min-w-0 flex-1">
        <span className={`block wrap-anywhere ${news.isRead ? '' : 'font-[650]'}`}>
          <Sentence news={news} />
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <time dateTime={news.createdAt.toISOString()}>{formatDate(news.createdAt)}</time>
          {!news.isRead && <Badge>{newsText.isNew}</Badge>}
        </span>
      </span>
    </>
  );
  return (
    <li>
      {story ? (
        <Link {...link} to="." search={toStory(story.id)}>
          {content}
        </Link>
      ) : (
        <Link {...link} to="/u/$username" params={{ username: actor?.username ?? '' }}>
          {content}
        </Link>
      )}
    </li>
  );
}

function Sentence({ news }: { readonly news: News }) {
  const title = toShownTitle(news, news.story?.title ?? null, useMutedWords());
  if (title === null) return toWholeSentence(news, null);
  const [before, after] = toSentence(news);
  return (
    <>
      {before} <bdi>«{title}»</bdi> {after}
    </>
  );
}

function Picture({ news: { kind, actor } }: { readonly news: News }) {
  if (actor)
    return (
      <Avatar username={actor.name} photo={actor.photo ?? undefined} visitor={actor.username === null} />
    );
  const Icon = kind === 'votes' ? ArrowBigUp : Captions;
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-pill bg-voice-soft text-voice-strong [&_svg]:size-5"
    >
      <Icon />
    </span>
  );
}
