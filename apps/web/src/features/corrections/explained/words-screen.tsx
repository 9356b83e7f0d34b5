import { toRegion, regions, type Region } from '@relato/contract/corrections/regions';
import type { ExplainedWord } from '@relato/contract/corrections/types';
import { hasMutedWord } from '@relato/contract/blocks/rules';
import { toWordsTitle } from '@relato/contract/text/words-page';
import { regionNames } from '@relato/contract/text/region-names';
import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { BackHeader } from '../../../lib/layout/back-header.tsx';
import { NotFoundState } from '../../../lib/layout/not-found-state.tsx';
import { Screen } from '../../../lib/layout/screen.tsx';
import { toStory } from '../../../lib/layout/to-story.ts';
import { usePageTitle } from '../../../lib/layout/use-page-title.ts';
import { byCursor } from '../../../lib/paging/by-cursor.ts';
import { Paged } from '../../../lib/paging/paged.tsx';
import { RowSkeletons } from '../../../lib/paging/row-skeletons.tsx';
import { opensHere } from '../../../lib/presses/opens-here.ts';
import { explanationsText } from '../../../messages/stories/explanations.ts';
import { toAuthorName } from '../../../messages/stories.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useMutedWords } from '../../blocks/public.ts';
import { player, toTrack } from '../../player/public.ts';
import { playSpan } from '../play-span.ts';
import { ExplainedBy } from './explained-by.tsx';
import { toExcerpt } from './to-excerpt.ts';

/** The explained words of all public stories, or of those of a region. */
export function WordsScreen({ region: asked }: { readonly region?: string }) {
  const region = asked === undefined ? undefined : toRegion(asked);
  const isUnknown = asked !== undefined && region === undefined;
  usePageTitle(isUnknown ? null : toWordsTitle(region));
  return (
    <Screen label={explanationsText.words} header={<BackHeader title={explanationsText.words} />}>
      {isUnknown ? (
        <NotFoundState {...explanationsText.noRegion} />
      ) : (
        <>
          <p className="mt-1 text-muted">{explanationsText.intro}</p>
          <Regions region={region} />
          {/* The key remounts the list, so that nothing remains of another region. */}
          <Words key={region ?? ''} region={region} />
        </>
      )}
    </Screen>
  );
}

const regionClass =
  'touch inline-flex min-h-9 shrink-0 items-center rounded-pill border border-line bg-surface px-3.5 text-[0.84375rem] font-semibold text-ink aria-[current=page]:border-plum aria-[current=page]:bg-plum aria-[current=page]:text-on-plum forced-colors:aria-[current=page]:outline-3';

function Regions({ region: current }: { readonly region: Region | undefined }) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector(`[href$="/${current ?? 'palabras'}"]`);
    chosen?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav
      ref={list}
      aria-label={explanationsText.regions}
      className="-mx-5 my-2 flex gap-2 overflow-x-auto px-5 py-1 [scrollbar-width:none] sm:flex-wrap"
    >
      <Link to="/palabras" activeOptions={{ exact: true }} preload={false} className={regionClass}>
        {explanationsText.everywhere}
      </Link>
      {regions.map((region) => (
        <Link key={region} to="/palabras/$region" params={{ region }} preload={false} className={regionClass}>
          {regionNames[region]}
        </Link>
      ))}
    </nav>
  );
}

function Words({ region }: { readonly region: Region | undefined }) {
  const mutedWords = useMutedWords();
  const words = trpc.corrections.explainedWords.useInfiniteQuery(region ? { region } : {}, byCursor);
  const skeleton = <RowSkeletons label={explanationsText.loading} />;
  if (mutedWords === null) return skeleton;
  return (
    <Paged
      query={words}
      skeleton={skeleton}
      failureTitle={explanationsText.errors.load}
      empty={<EmptyState title={explanationsText.noneYet} text={explanationsText.howTo} />}
      moreLabel={explanationsText.loadMore}
    >
      {(shown) => {
        const heard = shown.filter(
          ({ word, explanation, story }) =>
            !hasMutedWord(mutedWords, [word, explanation, story.title, toAuthorName(story.author)]),
        );
        return groupByWord(heard).map((entries) => <Word key={entries[0]?.id} entries={entries} />);
      }}
    </Paged>
  );
}

/** Groups consecutive entries of the same word. */
function groupByWord(shown: readonly ExplainedWord[]): readonly (readonly ExplainedWord[])[] {
  const groups = new Map<string, ExplainedWord[]>();
  for (const each of shown) {
    const key = each.word.toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return Array.from(groups.values());
}

function Word({ entries }: { readonly entries: readonly ExplainedWord[] }) {
  const [first] = entries;
  if (!first) return null;
  return (
    <section className="border-t border-line py-2">
      <h2 dir="auto" className="text-title wrap-anywhere">
        {first.word}
      </h2>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id} className="py-1">
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Entry({ entry }: { readonly entry: ExplainedWord }) {
  const { word, explanation, regions: where, person, story, startMs, endMs } = entry;
  return (
    <>
      <div className="flex items-start gap-1">
        <IconButton
          label={explanationsText.hearIn(word, story.title)}
          icon={<Play />}
          className="-ms-2.5 shrink-0 text-voice-strong"
          onClick={() => playSpan(player, toExcerpt(toTrack(story)), { startMs, endMs })}
        />
        <div className="min-w-0 flex-1 py-2 wrap-anywhere">
          <p dir="auto">{explanation}</p>
          <p className="text-sm text-muted">{explanationsText.regionsOf(where)}</p>
        </div>
      </div>
      <div className="ms-9.5 flex flex-wrap items-center gap-x-4">
        <Link
          to="."
          search={toStory(story.id, startMs / 1_000)}
          // The link does not move a story that plays already.
          onClick={(event) => {
            if (opensHere(event)) player.seek(story.id, startMs / 1_000);
          }}
          className="flex min-h-11 min-w-0 items-center text-sm font-[650] text-voice-strong hover:underline"
        >
          <span dir="auto" className="truncate">
            {explanationsText.voice(story.title, toAuthorName(story.author))}
          </span>
        </Link>
        {person.id !== story.author.id && <ExplainedBy person={person} />}
      </div>
    </>
  );
}
