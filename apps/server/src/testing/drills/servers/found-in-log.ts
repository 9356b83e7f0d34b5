import type { TestedRow } from '@relato/testing/drill-result';
import { freezeTree } from '@relato/testing/process-tree';
import type { ServerProcess } from '@relato/testing/server-process';
import { measureUntil } from '../world/measure-until.ts';
import { createDrillWorld } from '../world/world.ts';

const json = { 'content-type': 'application/json' };

/**
 * Stops PostgreSQL, calls everything, and looks for the id of each failed answer in the log, which must say why. The metrics
 * must count the failures.
 */
export async function findInLog(outages: number): Promise<TestedRow> {
  const world = await createDrillWorld();
  try {
    const server = await world.start({ LOG_LEVEL: 'info', METRICS_TOKEN: token });
    await server.ready();
    const user = world.userAt(0);
    const headers = { authorization: `Bearer ${user.token}`, 'x-forwarded-for': user.address };
    const storyId = await world.client.save(user);
    const calls: readonly (readonly [string, Call])[] = [
      ['/trpc/stories.feed?input=%7B%22json%22%3A%7B%7D%7D', {}],
      ['/trpc/account.session', {}],
      [`/trpc/stories.byId?input=${encodeURIComponent(JSON.stringify({ json: { id: storyId } }))}`, {}],
      ['/trpc/stories.vote', change({ id: storyId, direction: 'up' })],
      ['/trpc/comments.create', change({ id: storyId, storyId, content: 'x', asMember: true })],
      ['/trpc/account.requestPasswordReset', change({ email: 'nadie@example.org' })],
      [`/audio/${storyId}`, {}],
      [`/upload/${storyId}`, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } }],
      ['/readyz', {}],
    ];
    const problems: string[] = [];
    const recoveriesMs: number[] = [];
    let failures = 0;
    for (let outage = 0; outage < outages; outage += 1) {
      const resume = freezeTree(world.postgres.pid);
      // The first calls notice the outage; the others are refused at once.
      const answers = [];
      for (const [path, init] of [...calls, ...calls]) {
        const answer = await fetch(server.url + path, { ...init, headers: { ...headers, ...init.headers } });
        answers.push({ path, status: answer.status, id: answer.headers.get('x-request-id') });
      }
      resume();
      for (const { path, status, id } of answers) {
        if (status < 500) continue;
        failures += 1;
        if (id === null) problems.push(`${path} answered ${status} without an id`);
        else problems.push(...checkLines(server, { path, status, id }));
      }
      const isBack = () => fetch(`${server.url}/readyz`).then(({ ok }) => ok);
      recoveriesMs.push((await measureUntil(isBack, 30_000)) ?? 30_000);
    }
    if (failures < outages * calls.length) problems.push(`only ${failures} calls failed`);
    const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    const counted = Array.from(
      (await metrics.text()).matchAll(/^relato_http_requests_total\{[^}]*status="5\d\d"[^}]*\} (\d+)/gmu),
      ([, count]) => Number(count),
    ).reduce((sum, count) => sum + count, 0);
    if (counted < failures) problems.push(`the metrics count ${counted} of ${failures} failures`);
    return {
      fault: `REL-25 ${failures} failures, each in the log by its id`,
      tries: outages,
      problems: [...new Set(problems)],
    };
  } finally {
    await world.close();
  }
}

const token = 'a-token-of-the-drill';

interface Call extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
}

const change = (input: object): Call => ({
  method: 'POST',
  headers: json,
  body: JSON.stringify({ json: input }),
});

interface Failure {
  readonly path: string;
  readonly status: number;
  readonly id: string;
}

/** One line names the request and its status, and another the reason. */
function checkLines(server: ServerProcess, { path, status, id }: Failure): string[] {
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(id))
    .map(
      (line) =>
        JSON.parse(line) as { readonly status?: number; readonly err?: object; readonly level: number },
    );
  return [
    // Balancers ask for health all the time: only its failure has a line.
    ...(path === '/readyz' || lines.some((line) => line.status === status)
      ? []
      : [`${path}: no line has the request`]),
    ...(lines.some(({ err }) => err !== undefined)
      ? []
      : [`${path}: no line says why it answered ${status}`]),
  ];
}
