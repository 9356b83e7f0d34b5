import type { LeftOut } from '@relato/contract/stories/types';
import { trpc } from '../../../lib/calls/trpc.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { byCursor } from '../../../lib/paging/by-cursor.ts';
import { QueryFailure } from '../../../lib/paging/load-failure.tsx';
import { Paged } from '../../../lib/paging/paged.tsx';
import { forMeText } from '../../../messages/stories/for-me.ts';
import { storiesText } from '../../../messages/stories.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';

const fail = (error: unknown) =>
  showToast({ title: forMeText.errors.action, text: toErrorText(error), tone: 'destructive' });

/** The settings of the listening history, and of the authors and subjects that 'Para ti' leaves out. */
export function HearingSettings() {
  const leftOut = trpc.stories.leftOut.useInfiniteQuery({}, { ...byCursor, staleTime: 0 });
  return (
    <>
      <ListensSwitch />
      <h3 className="mt-5 font-ui text-sm font-[650] text-muted">{forMeText.leftOut.title}</h3>
      <Paged
        query={leftOut}
        skeleton={<LeftOutSkeleton />}
        failureTitle={forMeText.errors.load}
        empty={<p className="py-3">{forMeText.leftOut.empty}</p>}
      >
        {(shown) => (
          <ul
            ref={keepFocus}
            tabIndex={-1}
            aria-label={forMeText.leftOut.title}
            className="divide-y divide-line"
          >
            {shown.map((each) => (
              <LeftOutRow key={each.id} leftOut={each} />
            ))}
          </ul>
        )}
      </Paged>
    </>
  );
}

/** Changes at once, and reverts if saving fails. */
function ListensSwitch() {
  const utils = trpc.useUtils();
  const listens = trpc.stories.listens.useQuery();
  const { data } = listens;
  const show = (isKept: boolean) =>
    utils.stories.listens.setData(undefined, { isKept, positions: (isKept && data?.positions) || [] });
  const save = trpc.stories.setListensKept.useMutation({
    onMutate: ({ isKept }) => show(isKept),
    onError: (error, { isKept }) => {
      show(!isKept);
      fail(error);
    },
    onSettled: () => utils.stories.listens.invalidate(),
  });
  if (listens.isError && !data) return <QueryFailure title={forMeText.errors.load} query={listens} />;
  return (
    <Switch
      label={forMeText.listens.label}
      hint={forMeText.listens.hint}
      checked={data?.isKept}
      busy={save.isPending}
      onChange={(isKept) => save.mutate({ isKept })}
    />
  );
}

function LeftOutSkeleton() {
  return (
    <div aria-busy="true">
      <output className="sr-only">{forMeText.leftOut.loading}</output>
      <Skeleton className="h-14 w-full" />
    </div>
  );
}

function LeftOutRow({ leftOut: { kind, id, name } }: { readonly leftOut: LeftOut }) {
  const utils = trpc.useUtils();
  const takeBack = trpc.stories.takeBack.useMutation({
    onError: fail,
    onSettled: async () => {
      await utils.stories.leftOut.invalidate();
      void utils.stories.feed.reset();
    },
  });
  const label = kind === 'author' ? storiesText.author(name) : name;
  return (
    <li ref={keepFocus} className="flex min-h-14 items-center gap-3 py-1.5">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-semibold">
          {label}
        </p>
        <p className="text-sm text-muted">{forMeText.leftOut.kinds[kind]}</p>
      </div>
      <Button
        variant="secondary"
        size="small"
        className="shrink-0"
        aria-label={forMeText.leftOut.takeBackOf(kind, label)}
        busy={takeBack.isPending}
        onClick={() => takeBack.mutate({ kind, id })}
      >
        {forMeText.leftOut.takeBack}
      </Button>
    </li>
  );
}
