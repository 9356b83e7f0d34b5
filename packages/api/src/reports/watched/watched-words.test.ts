import { randomUUID } from 'node:crypto';
import { commentId, limits } from '@relato/contract';
import { describe, expect, it } from 'vitest';
import { readNotices } from '../../testing/read-notices.ts';
import { useWatchedWords } from '../../testing/reports/watched-words.ts';
import { watchStory } from './jobs.ts';

const { world, cast, as, report, watch, workOff, tell, dismiss, caseOf } = useWatchedWords();

const rename = (fullName: string) =>
  world.database.prisma.profile.update({ where: { id: cast.author.id }, data: { fullName } });

describe('a watched word', () => {
  it('puts a story before a moderator, with the second where it is said, and hides and tells nothing', async () => {
    await watch('Insultos', ['Malo', 'tren']);
    const id = await tell('Era un hombre m.a.l.o y malo');
    expect(await workOff()).toEqual([id]);
    expect(await caseOf(id)).toMatchObject({
      status: 'pending',
      reasons: [{ reason: 'watched', count: 1 }],
      places: [],
      watched: [
        { list: 'Insultos', word: 'malo', field: 'transcript', atMs: 3_000, commentId: null },
        { list: 'Insultos', word: 'malo', field: 'transcript', atMs: 5_000 },
      ],
    });
    expect(await as(cast.ana).stories.byId({ id })).toMatchObject({ published: true });
    expect(await as(cast.author).news.list({})).toMatchObject({ items: [] });
    expect(await as(cast.author).reports.mine({})).toMatchObject({ items: [] });
  });

  it('is found in the title, tags, names and comments', async () => {
    const word = `palabra${randomUUID().slice(0, 8)}`;
    await watch('Prueba', [word]);
    const id = await tell('Nada', { title: `¡${word.toUpperCase()}!`, tags: [word] });
    await workOff();
    const comment = commentId.parse(randomUUID());
    await world.visitor.comments.create({
      id: comment,
      storyId: id,
      content: `Eso ${word}`,
      authorName: word,
    });
    await world.database.prisma.profile.update({ where: { id: cast.author.id }, data: { fullName: word } });
    expect(await workOff()).toEqual([id]);
    const { watched = [] } = (await caseOf(id)) ?? {};
    expect(watched.map(({ field, commentId: of }) => [field, of])).toEqual([
      ['title', null],
      ['tags', null],
      ['name', null],
      ['comment', comment],
      ['name', comment],
    ]);
  });

  it('is found in the explanation of a word, once that is public', async () => {
    await watch('Insultos', ['malo']);
    const id = await tell('Era un tren');
    await workOff();
    const span = { startMs: 2_000, endMs: 2_900, text: 'tren' };
    await as(cast.author).corrections.explain({ id, ...span, explanation: 'uno malo', regions: ['chile'] });
    expect(await workOff()).toEqual([id]);
    const [explanation] = (await as(cast.author).stories.byId({ id })).explanations ?? [];
    expect(await caseOf(id)).toMatchObject({
      watched: [{ field: 'explanation', atMs: 2_000, commentId: null, explanationId: explanation?.id }],
    });
    // A removed one that is written again was not decided on.
    await as(cast.author).corrections.removeExplanation({ id: explanation?.id ?? '' });
    await as(cast.moderator).reports.review({ storyId: id });
    await as(cast.moderator).reports.resolve({ storyId: id, story: 'keep', note: 'Ya no está' });
    await as(cast.author).corrections.explain({ id, ...span, explanation: 'uno malo', regions: ['chile'] });
    await workOff();
    expect(await caseOf(id)).toMatchObject({ watched: [{ field: 'explanation' }] });
  });

  it('is not reported again in a comment that returns after an appeal', async () => {
    await watch('Insultos', ['malo']);
    const id = await tell('Nada');
    const comment = commentId.parse(randomUUID());
    await as(cast.ana).comments.create({ id: comment, storyId: id, content: 'Qué malo' });
    await workOff();
    expect(await caseOf(id)).toMatchObject({ watched: [{ commentId: comment }] });
    await as(cast.moderator).comments.remove({ id: comment, reason: 'Es un insulto' });
    await dismiss(id);
    const [notice] = await readNotices(as(cast.ana));
    await as(cast.ana).appeals.create({ id: notice?.id ?? '', text: 'No lo es' });
    const [appeal] = (await as(cast.colleague).appeals.list({})).items;
    await as(cast.colleague).appeals.decide({ id: appeal?.id ?? '', decision: 'grant', note: 'Cierto' });
    expect(await workOff()).toEqual([id]);
    expect(await caseOf(id)).toBeUndefined();
  });

  it('is searched again when the text, the tags or the transcript change, and only in public stories', async () => {
    await watch('Insultos', ['malo']);
    const id = await tell('Nada de nada');
    await as(cast.author).stories.update({ id, title: 'Otro' });
    await as(cast.author).stories.updateTags({ id, tags: ['amor'] });
    // A story has only one waiting job.
    expect(await workOff()).toEqual([id]);
    await as(cast.author).stories.updateTags({ id, tags: ['odio'] });
    expect(await workOff()).toEqual([id]);
    await as(cast.author).stories.unpublish({ id });
    await as(cast.author).stories.update({ id, title: 'Malo' });
    expect(await workOff()).toEqual([]);
    await watchStory(world.services, { storyId: id });
    expect(await caseOf(id)).toBeUndefined();
    await as(cast.author).stories.publish({ id });
    expect(await workOff()).toEqual([id]);
    expect(await caseOf(id)).toMatchObject({ watched: [{ field: 'title' }] });
  });

  it('is found in a changed name, with the newest story', async () => {
    const word = `palabra${randomUUID().slice(0, 8)}`;
    await watch('Prueba', [word]);
    await rename('Nadie');
    await tell('Nada');
    const id = await tell('Nada más');
    await workOff();
    await rename(word);
    expect(await workOff()).toEqual([id]);
    expect(await caseOf(id)).toMatchObject({ watched: [{ field: 'name' }] });
  });

  it('counts with the sum of the weights of the lists', async () => {
    await watch('Leve', ['feo', 'malo'], 4);
    await watch('Otra', ['raro'], 6);
    const light = await tell('Feo, malo y feo');
    const heavy = await tell('Feo y raro');
    await workOff();
    expect(await caseOf(light)).toBeUndefined();
    expect((await caseOf(heavy))?.watched.map(({ list }) => list)).toEqual(['Leve', 'Otra']);
  });

  it('is named before many words of a lighter list, and only named words are remembered', async () => {
    const { maxFinds } = limits.watched;
    await watch('Grave', ['malo']);
    await watch('Leve', ['feo'], 4);
    const id = await tell(`${Array.from({ length: maxFinds }, (_, n) => `feo w${n}`).join(' ')} malo`);
    await workOff();
    const { watched = [] } = (await caseOf(id)) ?? {};
    expect(watched).toHaveLength(maxFinds);
    expect(watched.at(-1)).toMatchObject({ word: 'malo' });
    const { watchedKeys } = await world.database.prisma.report.findFirstOrThrow({ where: { storyId: id } });
    expect(watchedKeys).toHaveLength(maxFinds);
  });

  it('is no reason that a user can choose', async () => {
    const id = await tell('Nada');
    await expect(report(cast.ana, id, 'watched' as 'spam')).rejects.toThrow('REPORT_REASON_REQUIRED');
  });
});
