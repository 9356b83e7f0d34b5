import type { Region, StoryId } from '@relato/contract';
import type { Viewer } from '../../rpc/context.ts';
import { readPages } from '../read-pages.ts';
import { useUser } from '../users.ts';
import { useTestWorld } from '../world.ts';
import { correctStories, toSpan, toWords } from './corrected-stories.ts';

export const text = 'Vino la guagua. Ñame y papas, papá';
export const spanOf = (from: number, to?: number) => toSpan(toWords(text), from, to);
export const bus = spanOf(2);

/** Creates a world with an author and two listeners, and returns the calls for explanations of the author's words. */
export function useExplainedStories() {
  const world = useTestWorld();
  const author = useUser(world, 'autora');
  const ana = useUser(world, 'ana');
  const beto = useUser(world, 'beto');
  const { tell, receive, decide, rewrite } = correctStories(world, author, text);

  const explain = (
    viewer: Viewer | null,
    id: StoryId,
    explanation = 'autobús',
    { span = bus, regions = ['canarias'] }: { span?: typeof bus; regions?: Region[] } = {},
  ) => world.callAs(viewer).corrections.explain({ id, ...span, explanation, regions });
  const accept = async (id: StoryId, viewer: Viewer, explanation = 'autobús') => {
    await explain(viewer, id, explanation);
    await decide((await receive(id))[0]?.id ?? '', true);
  };
  const read = async (id: StoryId, viewer: Viewer | null = null) =>
    (await world.callAs(viewer).stories.byId({ id })).explanations ?? [];
  const listed = async (id: StoryId, viewer: Viewer | null = null, region?: Region) =>
    (await readPages((cursor) => world.callAs(viewer).corrections.explainedWords({ cursor, region })))
      .flat()
      .filter(({ story }) => story.id === id)
      .map(({ word }) => word);

  return { world, author, ana, beto, tell, receive, decide, rewrite, explain, accept, read, listed };
}
