import { limits, toHeadword, type StoryId } from '@relato/contract';
import { describe, expect, it } from 'vitest';
import { toWords } from '../testing/corrections/corrected-stories.ts';
import { bus, spanOf, text, useExplainedStories } from '../testing/corrections/explained-stories.ts';
import { readPages } from '../testing/read-pages.ts';
import { storeTranscription } from '../transcription/result-mutations.ts';

const { world, author, ana, beto, ...calls } = useExplainedStories();
const { tell, receive, decide, rewrite, explain, accept, read, listed } = calls;
const only = { from: 0, to: 0 };
const say = (word: string) => [{ text: word, startMs: 0, endMs: 80 }];
const rewriteWords = (id: StoryId, said: readonly string[]) =>
  world.database.prisma.story.update({
    where: { id },
    data: { transcript: said.join(' '), transcriptWords: toWords(said.join(' ')) },
  });

describe('the text', () => {
  it('keeps explanations on their words when its author edits it, and drops them with the words', async () => {
    const id = await tell();
    await accept(id, ana);
    await rewrite(id, `Ay, ${text}`);
    expect(await read(id)).toMatchObject([{ range: { from: 3, to: 3 } }]);
    await rewrite(id, text.replace('guagua', 'yaya'));
    expect([await read(id), await listed(id)]).toEqual([[], []]);
    await rewrite(id, text);
    // Nobody has declined the explanation.
    await explain(ana, id);
    expect(await receive(id)).toHaveLength(1);
  });

  it('lists words with their new spelling, and drops them if their letters change', async () => {
    const id = await tell();
    await accept(id, ana);
    await rewrite(id, text.replace('guagua', '¡Guágua!'));
    expect([await read(id), await listed(id)]).toMatchObject([[{ word: 'Guágua' }], ['Guágua']]);
    await explain(beto, id, 'camioneta', { span: { ...bus, text: '¡Guágua!' } });
    await rewrite(id, text);
    const [waiting] = await receive(id);
    await decide(waiting?.id ?? '', true);
    expect(await listed(id)).toEqual(['guagua', 'guagua']);
    const dish = spanOf(3);
    await explain(beto, id, 'tubérculo', { span: dish });
    await explain(author, id, 'tubérculo', { span: dish });
    await rewrite(id, text.replace('Ñame', 'Name'));
    expect(await listed(id)).toEqual(['guagua', 'guagua']);
    expect(await receive(id)).toMatchObject([{ said: 'tubérculo', isOutdated: true }]);
  });

  // A word of this text takes 80 ms.
  it.each([20, 310])('has them at the new times %i ms later after another transcription', async (shiftMs) => {
    const id = await tell();
    await accept(id, ana);
    const { recordingId } = await world.database.prisma.story.findUniqueOrThrow({ where: { id } });
    const { run } = await world.database.prisma.transcript.update({
      where: { recordingId },
      data: { replacesText: true },
    });
    const heard = {
      text: `${text} ya`,
      words: toWords(`${text} ya`, shiftMs),
      engine: 'local',
      model: null,
    } as const;
    await storeTranscription(world.services, { recordingId, run }, { ...heard, isUnsure: false });
    expect(await read(id)).toMatchObject([{ range: { from: 2, to: 2 } }]);
    const { items } = await world.callAs(null).corrections.explainedWords({ limit: 50 });
    const now = { startMs: 200 + shiftMs, endMs: 280 + shiftMs };
    expect(items.find(({ story }) => story.id === id)).toMatchObject(now);
  });
});

it('lists explained words in the order of a dictionary, page by page, without suspended users', async () => {
  const id = await tell();
  const eva = await world.addUser('eva');
  for (const index of [6, 5, 3, 2]) await explain(author, id, 'x', { span: spanOf(index) });
  await accept(id, eva, 'y');
  expect(await listed(id)).toEqual(
    ['guagua', 'guagua', 'papá', 'papas', 'ñame'].toSorted(new Intl.Collator('es').compare),
  );
  const pages = await readPages((cursor) =>
    world.callAs(null).corrections.explainedWords({ cursor, limit: 1 }),
  );
  expect(pages.flat().filter(({ story }) => story.id === id)).toHaveLength(5);
  const suspendedAt = new Date();
  await world.database.prisma.user.update({ where: { id: eva.id }, data: { suspendedAt } });
  expect(await listed(id)).toHaveLength(4);
  await world.callAs(beto).blocks.mute({ userId: author.id });
  expect(await listed(id, beto)).toEqual([]);
});

it('lists the longest words of any script page by page', async () => {
  const { maxWordLength } = limits.explanations;
  const scripts = ['я', '語', '한', 'İ', 'a\u0301\u0302'].flatMap((letter) =>
    Array.from({ length: maxWordLength }, (_, index) => letter.repeat(maxWordLength - index)),
  );
  // The longest text of each script that counts as a word.
  const longest = scripts.filter(
    (word, index) =>
      toHeadword(say(word), only) !== null &&
      (index % maxWordLength === 0 || toHeadword(say(scripts[index - 1] ?? ''), only) === null),
  );
  expect(longest).toHaveLength(5);
  const id = await tell();
  await rewriteWords(id, longest);
  for (const [index, word] of longest.entries())
    await explain(author, id, 'x', { span: { startMs: index * 100, endMs: index * 100 + 80, text: word } });
  const pages = await readPages((cursor) =>
    world.callAs(null).corrections.explainedWords({ cursor, limit: 1 }),
  );
  expect(pages.flat().filter(({ story }) => story.id === id)).toHaveLength(longest.length);
});
