-- CreateEnum
CREATE TYPE "digest_rhythm" AS ENUM ('daily', 'weekly');

-- CreateTable
CREATE TABLE "push_subscriptions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "session_id" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "news_settings" (
    "user_id" UUID NOT NULL,
    "silenced" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "quiet_from" SMALLINT,
    "quiet_until" SMALLINT,
    "time_zone" TEXT NOT NULL,
    "digest" "digest_rhythm",
    "digest_due_at" TIMESTAMPTZ(3),
    "digested_at" TIMESTAMPTZ(3),

    CONSTRAINT "news_settings_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "push_subscriptions_endpoint_key" ON "push_subscriptions"("endpoint");

-- CreateIndex
CREATE INDEX "push_subscriptions_user_id_idx" ON "push_subscriptions"("user_id");

-- CreateIndex
CREATE INDEX "push_subscriptions_session_id_idx" ON "push_subscriptions"("session_id");

-- AddForeignKey
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "news_settings" ADD CONSTRAINT "news_settings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot express.
ALTER TABLE news_settings
  ADD CONSTRAINT news_settings_quiet CHECK ((quiet_from IS NULL) = (quiet_until IS NULL)
    AND quiet_from BETWEEN 0 AND 1439 AND quiet_until BETWEEN 0 AND 1439),
  ADD CONSTRAINT news_settings_digest CHECK ((digest IS NULL) = (digest_due_at IS NULL)
    AND (digest IS NULL) = (digested_at IS NULL));
CREATE INDEX news_settings_due ON news_settings (digest_due_at) WHERE digest_due_at IS NOT NULL;
-- The people whom a new story is told to.
CREATE INDEX follows_tellers ON follows (following_id, follower_id) WHERE told_since IS NOT NULL;

-- Queues a notification for each browser of a person, as pg-boss queues a job that is delayed. Those of a new story come by the
-- thousand, after what concerns one person.
CREATE FUNCTION queue_pushes(person uuid, push jsonb, after interval) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pgboss.job (name, data, priority, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay,
      retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    SELECT q.name, push || jsonb_build_object('subscriptionId', s.id),
      CASE push ->> 'kind' WHEN 'story' THEN -1 ELSE 0 END, clock_timestamp() + after,
      clock_timestamp() + after + make_interval(secs => q.retention_seconds), q.expire_seconds, q.deletion_seconds,
      q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
    FROM push_subscriptions s, pgboss.queue q WHERE s.user_id = person AND q.name = 'send-push';
END $$;

-- In the transaction that wrote the news. After a delay, so that what happens to one story meanwhile is one notification. The
-- table of the jobs is only looked at for a person who wants notifications.
CREATE FUNCTION push_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM push_subscriptions s WHERE s.user_id = NEW.user_id) THEN
    PERFORM queue_pushes(NEW.user_id, jsonb_build_object('kind', 'news', 'newsId', NEW.id), interval '5 seconds');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER push_news AFTER INSERT ON news FOR EACH ROW EXECUTE FUNCTION push_news();

-- The next eight o'clock in the morning of a person, or that of the next Monday.
CREATE FUNCTION next_digest(rhythm digest_rhythm, zone text) RETURNS timestamptz LANGUAGE sql STABLE
  RETURN (CASE rhythm
    WHEN 'daily' THEN date_trunc('day', clock_timestamp() AT TIME ZONE zone - interval '8 hours') + interval '1 day 8 hours'
    WHEN 'weekly' THEN date_trunc('week', clock_timestamp() AT TIME ZONE zone - interval '8 hours') + interval '7 days 8 hours'
  END) AT TIME ZONE zone;
