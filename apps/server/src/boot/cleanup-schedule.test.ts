import { randomBytes, randomUUID } from 'node:crypto';
import { retention } from '@relato/contract';
import { createUser } from '@relato/db/testing/factories';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startCleanup } from './cleanup-schedule.ts';
import { useTestApp } from '../testing/test-app.ts';

const test = useTestApp();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

it('two workers clean up at the same time, at their start and every hour, and delete nothing but expired rows', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { prisma } = test.world.database;
  const userId = await createUser(prisma);

  async function announceRecording(daysAgo: number): Promise<string> {
    const recording = { id: randomUUID(), createdAt: new Date(Date.now() - daysAgo * dayMs) };
    await prisma.recording.create({ data: { ...recording, userId, claimedType: 'audio/webm' } });
    return recording.id;
  }
  async function addSession(expiresInDays: number): Promise<string> {
    const session = {
      id: randomBytes(32).toString('hex'),
      createdAt: new Date(Date.now() - 2 * dayMs),
      expiresAt: new Date(Date.now() + expiresInDays * dayMs),
    };
    await prisma.session.create({ data: { ...session, userId } });
    return session.id;
  }
  async function addNews(daysAgo: number): Promise<string> {
    const createdAt = new Date(Date.now() - daysAgo * dayMs);
    const { id } = await prisma.news.create({
      data: { id: randomUUID(), userId, kind: 'follow', createdAt },
    });
    return id;
  }
  async function addRegister(daysAgo: number): Promise<string> {
    const createdAt = new Date(Date.now() - daysAgo * dayMs);
    const { id } = await prisma.registerEntry.create({
      data: { id: randomUUID(), kind: 'export', things: 1, createdAt },
    });
    return id;
  }
  async function listRows(): Promise<string[]> {
    const tables = [
      prisma.recording.findMany(),
      prisma.session.findMany(),
      prisma.news.findMany(),
      prisma.registerEntry.findMany(),
    ];
    const rows = (await Promise.all<{ readonly id: string }[]>(tables)).flat();
    return rows.map(({ id }) => id).toSorted();
  }
  const addSpaceUse = (daysAgo: number) =>
    prisma.spaceUse.create({ data: { day: new Date(Date.now() - daysAgo * dayMs), databaseBytes: 1 } });
  const kept = [
    ...(await listRows()),
    await announceRecording(retention.unfinishedUpload.days - 1),
    await addSession(1),
    await addNews(retention.news.days - 1),
    await addRegister(retention.register.days - 1),
  ].toSorted();
  const addExpired = async () =>
    void (await Promise.all([
      announceRecording(retention.unfinishedUpload.days + 1),
      addSession(-1),
      addNews(retention.news.days + 1),
      addRegister(retention.register.days + 1),
    ]));

  let works: Promise<void>[] = [];
  const worker = { ...test.world.services, runInBackground: (work: Promise<void>) => void works.push(work) };
  async function workOff(): Promise<void> {
    const started = works;
    works = [];
    await Promise.all(started);
  }

  await addExpired();
  await addSpaceUse(retention.spaceUse.days + 1);
  const stops = [startCleanup(worker), startCleanup(worker)];
  await workOff();
  expect(await listRows()).toEqual(kept);
  const measured = await prisma.spaceUse.findMany();
  expect(measured.map(({ databaseBytes }) => databaseBytes > 1n)).toEqual([true]);

  await addExpired();
  vi.advanceTimersByTime(hourMs);
  await workOff();
  expect(await listRows()).toEqual(kept);

  await Promise.all(stops.map((stop) => stop()));
  vi.advanceTimersByTime(dayMs);
  expect(works).toEqual([]);
});
