import { expect, it } from 'vitest';
import { superviseJobs } from './supervise-jobs.ts';

it('wakes the workers of due jobs although the check for dead workers fails, and reports that', async () => {
  const rows = [
    { name: 'send-mail', isRunning: false, isDue: true },
    { name: 'make-mp3', isRunning: false, isDue: false },
  ];
  const woken: string[] = [];
  const errors: Error[] = [];
  const boss = { supervise: () => Promise.reject(new Error('no right to do so')) };
  const { looked, stop } = superviseJobs(
    boss,
    { background: async () => ({ rows }) },
    (queue) => void woken.push(queue),
    (error) => void errors.push(error),
  );
  await looked;
  await stop();
  expect([woken, errors.map(({ message }) => message)]).toEqual([
    ['send-mail'],
    ['supervision of jobs failed'],
  ]);
});
