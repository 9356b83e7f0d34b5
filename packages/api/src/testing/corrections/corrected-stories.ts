import { storyId, type ErrorCode, type StoryId } from '@relato/contract';
import { createRecording, createStory } from '@relato/db/testing/factories';
import { errorCode } from '@relato/testing/error-code';
import { expect } from 'vitest';
import type { Viewer } from '../../rpc/context.ts';
import type { TestWorld } from '../world.ts';

/** The text of a corrected story, with a word in each tenth of a second. */
export const text = 'El mar se llevó la barca.\nNadie volvió a sia el mar';
export const words = text.split(/\s/u).map((word, index) => ({
  text: word,
  startMs: index * 100,
  endMs: index * 100 + 80,
  confidence: word === 'barca.' ? 0.3 : 0.9,
}));
export const spanOf = (from: number, to = from) => ({
  startMs: words[from]?.startMs ?? 0,
  endMs: words[to]?.endMs ?? 0,
  text: words
    .slice(from, to + 1)
    .map((word) => word.text)
    .join(' '),
});
export const boat = spanOf(5);

export const expectRefusal = (call: Promise<unknown>, code: ErrorCode) =>
  expect(call).rejects.toEqual(errorCode(code));

/** Returns the calls for corrections of stories of this author. */
export function correctStories(world: TestWorld, author: Viewer) {
  async function tell(fields: { published?: boolean; hiddenAt?: Date } = {}): Promise<StoryId> {
    const { prisma } = world.database;
    const recordingId = await createRecording(prisma, { userId: author.id });
    await prisma.transcript.create({
      data: { recordingId, provider: 'fake', status: 'completed', text, words },
    });
    const userId = author.id;
    return storyId.parse(
      await createStory(prisma, { userId, recordingId, transcript: text, transcriptWords: words, ...fields }),
    );
  }
  const propose = (viewer: Viewer | null, id: StoryId, said: string, span = boat) =>
    world.callAs(viewer).corrections.propose({ id, ...span, said });
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
  const accept = async (id: StoryId, viewer: Viewer, said: string, span = boat) => {
    await propose(viewer, id, said, span);
    await decide((await receive(id))[0]?.id ?? '', true);
  };

  return { tell, propose, receive, decide, read, rewrite, letDecide, newsOf, hide, accept };
}
