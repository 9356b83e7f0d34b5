import { limits } from '@relato/contract/limits';
import { toSubjectUrl } from '@relato/contract/stories/links';
import { storyOrders, toSearchOrder, toSubject } from '@relato/contract/stories/rules';
import type { Subject } from '@relato/contract/stories/types';
import { toSubjectTitle } from '@relato/contract/text/page-titles';
import { Link, useNavigate } from '@tanstack/react-router';
import { Hash } from 'lucide-react';
import { useEffect } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { storeChosenPrompt } from '../../../lib/chosen-prompt.ts';
import { BackHeader } from '../../../lib/layout/back-header.tsx';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';
import { NotFoundState } from '../../../lib/layout/not-found-state.tsx';
import { Screen } from '../../../lib/layout/screen.tsx';
import { usePageTitle } from '../../../lib/layout/use-page-title.ts';
import { QueryFailure } from '../../../lib/paging/load-failure.tsx';
import { useSession } from '../../../lib/session/use-session.ts';
import { type Prompt, prompts, promptsText } from '../../../messages/recordings/prompts.ts';
import { countStories, subjectsText } from '../../../messages/stories/subjects.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { tagClass } from '../../../ui/tag-class.ts';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { FollowTagButton } from '../../follows/public.ts';
import { FeedStories } from '../feed/feed-stories.tsx';
import { OrderTabs } from '../feed/order-tabs.tsx';
import { People } from '../feed/people.tsx';
import { useFeed } from '../feed/use-feed.ts';
import { useFeedFilter } from '../feed/use-feed-filter.ts';
import { Subscribe } from '../podcast/subscribe.tsx';
import { StorySkeleton } from '../story-skeleton.tsx';

export function SubjectScreen({ tag }: { readonly tag: string }) {
  return (
    <Screen label={subjectsText.title} header={<BackHeader title={subjectsText.title} />}>
      <SubjectPage tag={tag} />
    </Screen>
  );
}

function SubjectPage({ tag }: { readonly tag: string }) {
  const session = useSession();
  const subject = trpc.stories.subject.useQuery({ tag }, { refetchInterval: limits.refresh.intervalMs });
  const { filter, setOrder } = useFeedFilter();
  const order = toSearchOrder(filter.order);
  const ofSubject = { search: '', tags: [tag], order };
  const stories = useFeed(ofSubject);
  const navigate = useNavigate();
  const isGone = subject.isError && isNotFound(subject.error);
  const hasFailed = subject.isError && !isGone;
  usePageTitle(subject.data && !isGone ? toSubjectTitle(subject.data.name) : null);
  useEffect(() => {
    if (hasFailed) showToast({ title: subjectsText.errors.load, tone: 'destructive' });
  }, [hasFailed]);

  const prompt = findPrompt(tag);
  if (isGone) return <GoneSubject tag={tag} prompt={prompt} />;
  // Only a signed-in user gets the follow button, so the session must be known.
  if (subject.isPending || session.status === 'loading') return <SubjectSkeleton />;
  if (subject.data === undefined) return <QueryFailure title={subjectsText.errors.load} query={subject} />;
  const { name } = subject.data;
  // A visitor is invited to sign in where the list needs that.
  const isOfSubject = order !== 'following' || session.status === 'signed-in';
  return (
    <>
      <SubjectHead subject={subject.data} tag={tag} isSignedIn={session.status === 'signed-in'} />
      <h2 className="mt-5.5 text-title wrap-anywhere">{subjectsText.stories(name)}</h2>
      <OrderTabs lists={storyOrders} order={order} onChange={setOrder} />
      <div className="mt-2 flex flex-1 flex-col">
        <FeedStories
          {...stories}
          filter={ofSubject}
          onRefresh={() => void stories.refresh()}
          onClear={() => void navigate({ to: '/search' })}
          onOrder={setOrder}
          {...(isOfSubject && {
            empty: <EmptyState {...subjectsText[order === 'following' ? 'noneFollowed' : 'noneShown']} />,
          })}
        />
      </div>
    </>
  );
}

/** Returns the prompt whose answers are the stories of the subject. */
const findPrompt = (tag: string): Prompt | undefined =>
  prompts.find((prompt) => toSubject(prompt.tag) === toSubject(tag));

const UnansweredPrompt = ({ prompt }: { readonly prompt: Prompt }) => (
  <EmptyState title={prompt.text} text={promptsText.unanswered} action={<TellLink prompt={prompt} />} />
);

/** Links to the recorder, which then shows the prompt. */
const TellLink = ({ prompt }: { readonly prompt: Prompt }) => (
  <Link to="/record" className={buttonClass()} onClick={() => storeChosenPrompt(prompts.indexOf(prompt))}>
    {promptsText.tell}
  </Link>
);

/** A subject without stories, which its followers can still unfollow. */
function GoneSubject({ tag, prompt }: { readonly tag: string; readonly prompt: Prompt | undefined }) {
  const isSignedIn = useSession().status === 'signed-in';
  const followed = trpc.follows.tags.useQuery(undefined, { enabled: isSignedIn });
  const name = followed.data?.find((each) => toSubject(each) === toSubject(tag));
  return (
    <>
      {prompt ? <UnansweredPrompt prompt={prompt} /> : <NotFoundState {...subjectsText.gone} />}
      {name !== undefined && (
        <div ref={keepFocus}>
          <FollowTagButton tag={tag} name={name} isFollowing />
        </div>
      )}
    </>
  );
}

interface SubjectHeadProps {
  readonly subject: Subject;
  /** The tag as it stands in the address. */
  readonly tag: string;
  readonly isSignedIn: boolean;
}

function SubjectHead({ subject, tag, isSignedIn }: SubjectHeadProps) {
  const { name, storiesCount, voices, related, viewer } = subject;
  const prompt = findPrompt(tag);
  return (
    <>
      <div className="mt-1.5 flex flex-col items-center gap-2 text-center">
        <span className="grid size-16 place-items-center rounded-pill bg-voice-soft text-voice-strong">
          <Hash aria-hidden="true" className="size-1/2" />
        </span>
        <h2
          dir="auto"
          className="max-w-full text-[1.75rem] leading-[1.08] font-[560] tracking-[-0.025em] wrap-anywhere"
        >
          {name}
        </h2>
        {prompt && (
          <p dir="auto" className="text-muted wrap-anywhere">
            {prompt.text}
          </p>
        )}
        <p className="num text-muted">{countStories(storiesCount)}</p>
        {prompt && <TellLink prompt={prompt} />}
      </div>
      {isSignedIn && (
        <div className="mt-4">
          <FollowTagButton tag={tag} name={name} isFollowing={viewer.isFollowing} />
        </div>
      )}
      <Subscribe url={`${toSubjectUrl(location.origin, tag)}/feed.xml`} what={subjectsText.heard(name)} />
      {voices.length > 0 && (
        <>
          <h3 className="mt-4 mb-1.5 font-ui text-sm font-[650] text-muted">{subjectsText.voices}</h3>
          <People label={subjectsText.voices} people={voices} />
        </>
      )}
      {related.length > 0 && (
        <>
          <h3 className="mt-2 font-ui text-sm font-[650] text-muted">{subjectsText.related}</h3>
          <ul aria-label={subjectsText.related} className="flex flex-wrap gap-x-1.5">
            {related.map((each) => (
              <li key={each} className="min-w-0">
                <Link
                  to="/tema/$tag"
                  params={{ tag: toSubject(each) }}
                  preload={false}
                  dir="auto"
                  className={`touch my-1.5 ${tagClass}`}
                >
                  {each}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** A tag without public stories and an invalid tag look the same to the viewer. */
function isNotFound(error: unknown): boolean {
  const code = getErrorCode(error);
  return code === 'SUBJECT_NOT_FOUND' || code === 'INVALID_INPUT';
}

function SubjectSkeleton() {
  return (
    <div aria-busy="true">
      <output className="sr-only">{subjectsText.loading}</output>
      <div className="mt-1.5 flex flex-col items-center gap-3">
        <Skeleton className="size-16 rounded-pill!" />
        <Skeleton className="h-7.5 w-44" />
        <Skeleton className="h-5 w-24" />
      </div>
      <Skeleton className="mt-12 mb-3 h-6 w-48" />
      <StorySkeleton />
    </div>
  );
}
