import { storyId, type StoryId } from '@relato/contract';
import { createRecording, createStory } from '@relato/db/testing/factories';
import type { Viewer } from '../../rpc/context.ts';
import type { TestWorld } from '../world.ts';

/** Returns the words of a text, with one in each tenth of a second. */
export const toWords = (said: string, fromMs = 0) =>
  said.split(/\s/u).map((word, index) => ({
    text: word,
    startMs: fromMs + index * 100,
    endMs: fromMs + index * 100 + 80,
    confidence: word === 'barca.' ? 0.3 : 0.9,
  }));

/** Returns the span of some words of a text, as a client sends it. */
export const toSpan = (words: ReturnType<typeof toWords>, from: number, to = from) => ({
  startMs: words[from]?.startMs ?? 0,
  endMs: words[to]?.endMs ?? 0,
  text: words
    .slice(from, to + 1)
    .map((word) => word.text)
    .join(' '),
});

/** The text of a corrected story. */
export const text = 'El mar se llevó la barca.\nNadie volvió a sia el mar';
export const words = toWords(text);
export const spanOf = (from: number, to?: number) => toSpan(words, from, to);
export const boat = spanOf(5);

/** Returns the calls for corrections of stories of this author, who says this text in each of them. */
export function correctStories(world: TestWorld, author: Viewer, said = text) {
  async function tell(
    fields: Omit<Partial<Parameters<typeof createStory>[1]>, 'userId'> = {},
  ): Promise<StoryId> {
    const { prisma } = world.database;
    const [userId, heard] = [author.id, toWords(said)];
    const recordingId = await createRecording(prisma, { userId });
    await prisma.transcript.create({
      data: { recordingId, provider: 'fake', status: 'completed', text: said, words: heard },
    });
    const story = { userId, recordingId, transcript: said, transcriptWords: heard, ...fields };
    return storyId.parse(await createStory(prisma, story));
  }
  const propose = (viewer: Viewer | null, id: StoryId, better: string, span = boat) =>
    world.callAs(viewer).corrections.propose({ id, ...span, said: better });
  const receive = async (id: StoryId) => (await world.callAs(author).corrections.received({ id })).items;
  const decide = (id: string, isAccepted: boolean, viewer: Viewer = author) =>
    world.callAs(viewer).corrections.decide({ id, isAccepted });
  const read = (id: StoryId, viewer: Viewer | null = author) => world.callAs(viewer).stories.byId({ id });
  const rewrite = (id: StoryId, transcript: string) =>
    world.callAs(author).stories.update({ id, transcript });
  const letDecide = (id: StoryId) =>
    world.callAs(author).stories.setListenersDecide({ id, listenersDecide: true });
  const newsOf = async (viewer: Viewer, id: StoryId) =>
    (await world.callAs(viewer).news.list({})).items.filter(
      (item) => 'story' in item && item.story?.id === id,
    );
  const hide = (id: StoryId) =>
    world.database.prisma.story.update({ where: { id }, data: { hiddenAt: new Date() } });
  const accept = async (id: StoryId, viewer: Viewer, better: string, span = boat) => {
    await propose(viewer, id, better, span);
    await decide((await receive(id))[0]?.id ?? '', true);
  };

  return { tell, propose, receive, decide, read, rewrite, letDecide, newsOf, hide, accept };
}
