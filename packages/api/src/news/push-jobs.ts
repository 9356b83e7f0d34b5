import { PushError } from '@relato/push';
import type { QueuedPush, RunningJob } from '../jobs/queue.ts';
import type { Services } from '../rpc/context.ts';
import { findPush } from './push-queries.ts';

type PushJob = RunningJob<'send-push'>;
type Delivery = Exclude<QueuedPush, { readonly kind: 'followers' }>;

/** The number of followers whose notifications one job queues. */
const followersAtOnce = 1_000;

export async function sendPush(services: Services, job: PushJob): Promise<void> {
  const { data } = job;
  if (services.pusher === null) return;
  if (data.kind === 'followers') return queueForFollowers(services, data);
  return deliver(services, data, job);
}

/**
 * Notifies a browser, or deletes its subscription if it is gone. A transient failure is thrown and retried; other failures
 * leave the news to the bell. A refusal may be caused by this server, its clock or its key, so it never deletes a
 * subscription.
 */
async function deliver(
  services: Services,
  queued: Delivery,
  { signal, isLastAttempt, report }: Pick<PushJob, 'signal' | 'isLastAttempt' | 'report'>,
): Promise<void> {
  const { database, pusher } = services;
  const found = await findPush(services, queued);
  if (!found || !pusher) return;
  const { target, notification, ttlSeconds } = found;
  const { endpoint } = target;
  try {
    const isThere = await pusher.send(target, notification, { ttlSeconds, signal });
    if (!isThere) await database.prisma.pushSubscription.deleteMany({ where: { endpoint } });
  } catch (error) {
    if (!(error instanceof PushError) || !(error.isFinal || isLastAttempt)) throw error;
    report(error);
  }
}

async function queueForFollowers(
  { database, jobs }: Services,
  { storyId, after }: Extract<QueuedPush, { readonly kind: 'followers' }>,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const [page] = await tx.$queryRaw<{ readonly last: string | null; readonly count: number }[]>`
      WITH page AS (
        SELECT f.follower_id AS id FROM stories t JOIN follows f ON f.following_id = t.user_id
        WHERE t.id = ${storyId}::uuid AND t.published AND t.hidden_at IS NULL AND f.told_since IS NOT NULL
          AND (${after}::uuid IS NULL OR f.follower_id > ${after}::uuid)
        ORDER BY f.follower_id LIMIT ${followersAtOnce}
      ), queued AS MATERIALIZED (
        SELECT queue_pushes(p.id, jsonb_build_object('kind', 'story', 'storyId', ${storyId}::text), interval '0') FROM page p
        WHERE EXISTS (SELECT FROM push_subscriptions s WHERE s.user_id = p.id)
      )
      SELECT (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*) FROM page)::integer AS count,
        (SELECT count(*) FROM queued)`;
    if (page?.count === followersAtOnce)
      await jobs.enqueue(tx, 'send-push', { kind: 'followers', storyId, after: page.last });
  });
}
