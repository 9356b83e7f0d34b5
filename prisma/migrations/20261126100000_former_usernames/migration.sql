-- CreateTable
CREATE TABLE "former_usernames" (
    "username" CITEXT NOT NULL,
    "skeleton" TEXT NOT NULL,
    "user_id" UUID,
    "given_up_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "held_until" TIMESTAMPTZ(3),

    CONSTRAINT "former_usernames_pkey" PRIMARY KEY ("username")
);

-- CreateIndex
CREATE INDEX "former_usernames_skeleton_idx" ON "former_usernames"("skeleton");

-- CreateIndex
CREATE INDEX "former_usernames_user_id_idx" ON "former_usernames"("user_id");

-- AddForeignKey
ALTER TABLE "former_usernames" ADD CONSTRAINT "former_usernames_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The functions below run as their owner, because the role of a server that is being replaced has no right to the new table.

-- Makes the transactions that take or give up a name, or one that looks like it, wait for each other. The unique index alone
-- lets a waiting transaction have the name once the other one has given it up. Few places, so that many names need few locks;
-- in one order, so that two who exchange their names do not wait for each other.
CREATE FUNCTION lock_usernames(VARIADIC names text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('former_usernames'), place)
    FROM (SELECT DISTINCT hashtext(public.username_skeleton(name)) & 255 AS place FROM unnest(names) AS name
      WHERE name IS NOT NULL ORDER BY place) AS places;
END $$;

-- The form in which the name of a deleted account is kept, which tells it to nobody who does not know it.
CREATE FUNCTION username_digest(skeleton text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN encode(sha256(convert_to(skeleton, 'UTF8')), 'hex');

-- Whether a name, or one that looks like it, is held for another user. `taker` is null for a new user.
CREATE FUNCTION is_held_username(name text, taker uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN EXISTS (
    SELECT FROM former_usernames f
    WHERE f.skeleton IN (username_skeleton(name), username_digest(username_skeleton(name)))
      AND (f.user_id = taker) IS NOT TRUE AND (f.held_until IS NULL OR f.held_until > now()));

-- Holds the name of a user for them: for 90 days, and for good if it had ten followers, or a podcast for a week, whose apps
-- would play the stories of another. They go on asking for one that was switched off, or hidden with its author.
CREATE FUNCTION hold_username(owner uuid, name citext) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  is_known boolean;
BEGIN
  SELECT p.followers_count >= 10 OR (p.podcast OR p.podcast_guid IS NOT NULL) AND EXISTS (
      SELECT FROM stories s WHERE s.user_id = owner AND s.published
        AND s.published_at <= now() - interval '7 days')
    AND NOT EXISTS (
      SELECT FROM former_usernames f WHERE f.user_id = owner AND f.given_up_at > now() - interval '7 days')
    INTO is_known FROM profiles p WHERE p.id = owner;
  INSERT INTO former_usernames AS f (username, skeleton, user_id, held_until)
    VALUES (name, username_skeleton(name::text), owner, CASE WHEN NOT is_known THEN now() + interval '90 days' END)
    ON CONFLICT (username) DO UPDATE SET user_id = excluded.user_id, given_up_at = excluded.given_up_at,
      held_until = CASE WHEN f.held_until IS NOT NULL THEN excluded.held_until END;
END $$;

CREATE FUNCTION change_username() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  former citext := CASE WHEN TG_OP = 'UPDATE' THEN OLD.username END;
BEGIN
  IF NEW.username IS NOT DISTINCT FROM former THEN RETURN NEW; END IF;
  PERFORM lock_usernames(former::text, NEW.username::text);
  IF is_held_username(NEW.username::text, NEW.id) THEN
    -- As ON CONFLICT DO NOTHING does: who confirms an account chooses another name then.
    IF TG_OP = 'INSERT' THEN RETURN NULL; END IF;
    RAISE unique_violation USING MESSAGE = 'The username is held for its former owner',
      TABLE = 'former_usernames', CONSTRAINT = 'former_usernames_pkey';
  END IF;
  -- What is left of a name that is free again. The row of an owner who takes a name back stays: it may be held for good.
  DELETE FROM former_usernames f WHERE f.username = NEW.username AND f.user_id IS DISTINCT FROM NEW.id;
  IF former IS NOT NULL THEN PERFORM hold_username(NEW.id, former); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER profiles_change_username BEFORE INSERT OR UPDATE OF username ON profiles
  FOR EACH ROW EXECUTE FUNCTION change_username();

-- The names of a deleted account stay held for as long, and lead nowhere. Before the account is deleted, because its stories
-- and its profile are gone afterwards.
CREATE FUNCTION hold_usernames_of_deleted() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  last citext;
BEGIN
  SELECT p.username INTO last FROM profiles p WHERE p.id = OLD.id;
  IF last IS NOT NULL THEN
    PERFORM lock_usernames(last::text);
    PERFORM hold_username(OLD.id, last);
  END IF;
  WITH gone AS (DELETE FROM former_usernames f WHERE f.user_id = OLD.id RETURNING f.*)
  INSERT INTO former_usernames AS f (username, skeleton, given_up_at, held_until)
    SELECT username_digest(skeleton), username_digest(skeleton), max(given_up_at),
      CASE WHEN count(held_until) = count(*) THEN max(held_until) END
    FROM gone GROUP BY skeleton
    ON CONFLICT (username) DO UPDATE SET given_up_at = excluded.given_up_at, held_until = CASE
      WHEN f.held_until IS NOT NULL AND excluded.held_until IS NOT NULL
      THEN greatest(f.held_until, excluded.held_until) END;
  RETURN OLD;
END $$;
CREATE TRIGGER users_hold_usernames BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION hold_usernames_of_deleted();
