-- The skeleton reads an I as an l, but an Í and an í as an i: Iván stood beside ivan, and SOFIA beside sofía. So names that differ
-- in accents and case alone look alike too. That is no key of its own, because it is not transitive with the skeleton, and pairs of
-- before keep their names. The place of a name is locked before the look, so that of two at once the second sees the first.
CREATE INDEX former_usernames_names ON former_usernames (search_fold(username::text));

CREATE OR REPLACE FUNCTION lock_usernames(VARIADIC names text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('former_usernames'), place)
    FROM (SELECT DISTINCT hashtext(look) & 255 AS place
      FROM unnest(names) AS name, LATERAL (VALUES (public.username_skeleton(name)), (public.search_fold(name))) AS looks (look)
      WHERE name IS NOT NULL ORDER BY place) AS places;
END $$;

-- Whether a name, or one that looks like it, is held for another user, or is that of another user but for accents. The unique index
-- refuses the name itself. `taker` is null for a new user.
CREATE OR REPLACE FUNCTION is_held_username(name text, taker uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN EXISTS (
    SELECT FROM former_usernames f
    WHERE (f.skeleton IN (username_skeleton(name), username_digest(username_skeleton(name)), username_digest(search_fold(name)))
        OR search_fold(f.username::text) = search_fold(name))
      AND (f.user_id = taker) IS NOT TRUE AND (f.held_until IS NULL OR f.held_until > now()))
    OR EXISTS (
    SELECT FROM profiles p WHERE search_fold(p.username::text) = search_fold(name) AND p.username <> name::citext
      AND (p.id = taker) IS NOT TRUE);

CREATE OR REPLACE FUNCTION hold_usernames_of_deleted() RETURNS trigger
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
    SELECT username_digest(look), username_digest(look), max(given_up_at),
      CASE WHEN count(held_until) = count(*) THEN max(held_until) END
    FROM gone, LATERAL (VALUES (skeleton), (search_fold(username::text))) AS looks (look) GROUP BY look
    ON CONFLICT (username) DO UPDATE SET given_up_at = excluded.given_up_at, held_until = CASE
      WHEN f.held_until IS NOT NULL AND excluded.held_until IS NOT NULL
      THEN greatest(f.held_until, excluded.held_until) END;
  RETURN OLD;
END $$;
