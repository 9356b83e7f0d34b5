import { createRecording } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { happenedTo, useModerationWorld } from '../testing/moderation-world.ts';
import { deafTranscriber } from '../testing/transcriptions.ts';

const { world, cast, as, tell, report } = useModerationWorld();

describe('the moderation log', () => {
  it('has an entry if and only if the action succeeded', async () => {
    const id = await tell();
    await as(cast.moderator).stories.hide({ id, reason: 'Publicidad' });
    const lines = await world.database.prisma.moderationLog.count();
    await happenedTo(as(cast.colleague).stories.hide({ id, reason: 'Otra' }));
    await happenedTo(as(cast.colleague).reports.dismiss({ storyId: id, note: 'Otra' }));
    expect(await world.database.prisma.moderationLog.count()).toBe(lines);
  });

  it('is filtered and paged, newest first', async () => {
    const id = await tell();
    for (let index = 0; index < 2; index += 1) {
      await as(cast.moderator).stories.hide({ id, reason: `${index}` });
      await as(cast.colleague).stories.restore({ id, reason: `${index}` });
    }
    const of = async (filter: object) =>
      (await as(cast.moderator).admin.log({ targetId: id, ...filter })).items.map(
        ({ action, reason }) => `${action} ${reason}`,
      );
    expect(await of({ action: 'hide-story' })).toEqual(['hide-story 1', 'hide-story 0']);
    expect(await of({ actorId: cast.colleague.id })).toEqual(['restore-story 1', 'restore-story 0']);
    expect(await of({ targetType: 'user' })).toEqual([]);
    const first = await as(cast.moderator).admin.log({ targetId: id, limit: 3 });
    const rest = await as(cast.moderator).admin.log({ targetId: id, limit: 3, cursor: first.nextCursor });
    expect([...first.items, ...rest.items].map(({ reason }) => reason)).toEqual(['1', '1', '0', '0']);
  });
});

describe('an administrator', () => {
  it('sees statistics', async () => {
    const before = await as(cast.administrator).admin.stats();
    const id = await tell();
    await tell(false);
    await report(cast.ana, id);
    const after = await as(cast.administrator).admin.stats();
    expect(after).toMatchObject({
      stories: { total: before.stories.total + 2, published: before.stories.published + 1 },
      reports: { pending: before.reports.pending + 1 },
      jobs: { queued: 0, active: 0, failed: 0 },
    });
    expect(after.audioBytes).toBeGreaterThan(before.audioBytes);
  });

  it('sees the jobs of all kinds together, and the deletions that have failed so far', async () => {
    const mails = { name: 'send-mail', due: 3, later: 2, failing: 2, active: 1, dead: 4, oldestSeconds: 60 };
    const deletions = { ...mails, name: 'delete-objects', failing: 1 };
    const jobs = { ...world.services.jobs, readDepths: async () => [mails, deletions] };
    const { admin } = world.callAs(cast.administrator, undefined, { jobs });
    expect((await admin.stats()).jobs).toEqual({ queued: 10, active: 2, failed: 8, failingDeletions: 1 });
  });

  it('REL-10: sees the failed transcriptions and can retry them', async () => {
    world.queued.splice(0);
    const { prisma } = world.database;
    const recordingId = await createRecording(prisma, { userId: cast.author.id });
    await prisma.transcript.create({
      data: {
        recordingId,
        provider: 'x',
        status: 'error',
        error: 'boom',
        attempts: 12,
        finishedAt: new Date(),
      },
    });
    const { items } = await as(cast.administrator).transcription.failed({});
    expect(items).toMatchObject([
      { recordingId, storyId: null, error: 'boom', attempts: 12, author: { id: cast.author.id } },
    ]);
    const { transcription } = world.callAs(cast.administrator, undefined, {
      transcriber: deafTranscriber,
    });
    const input = { recordingId: items[0]?.recordingId ?? '' };
    await transcription.retryFailed(input);
    expect(world.queued.splice(0)).toMatchObject([{ name: 'transcribe-recording', data: { recordingId } }]);
    await expectRefusal(transcription.retryFailed(input), 'CONFLICT');
    await expectRefusal(as(cast.administrator).transcription.retryFailed(input), 'TRANSCRIPTION_OFF');
    expect((await as(cast.administrator).transcription.failed({})).items).toEqual([]);
  });

  it('changes the flags for all users', async () => {
    const { settings } = world.callAs(cast.administrator);
    expect(await settings.get()).toMatchObject({
      flags: { showDownvotes: false, recordOnly: true, reviewFirstStory: false },
    });
    await Promise.all([
      settings.set({ flags: { showDownvotes: true } }),
      settings.set({ flags: { recordOnly: false } }),
    ]);
    const flags = { showDownvotes: true, recordOnly: false, reviewFirstStory: false };
    expect((await world.visitor.settings.public()).flags).toEqual(flags);
    expect((await as(cast.moderator).admin.log({ action: 'set-flags' })).items).toHaveLength(2);
  });
});
