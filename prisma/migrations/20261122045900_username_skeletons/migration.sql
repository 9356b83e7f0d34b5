-- AlterTable
ALTER TABLE "profiles" ADD COLUMN "skeleton" TEXT;

-- What a name looks like: without accents and case, with the letters and digits that many typefaces draw alike as one.
-- An I is an l only as a capital: written small they differ, and so do most names that have either.
CREATE FUNCTION username_skeleton(username text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN translate(lower(translate(username, 'áéíóúüñÁÉÍÓÚÜÑI1', 'aeiouunaeiouunll')), '0', 'o');

-- Those who look alike already keep their names; the eldest account alone keeps others from it.
UPDATE profiles SET skeleton = username_skeleton(eldest.username::text)
FROM (
  SELECT DISTINCT ON (username_skeleton(p.username::text)) p.id, p.username
  FROM profiles p JOIN users u ON u.id = p.id
  WHERE p.username IS NOT NULL
  ORDER BY username_skeleton(p.username::text), u.created_at, u.id
) AS eldest
WHERE profiles.id = eldest.id;

-- CreateIndex
CREATE UNIQUE INDEX "profiles_skeleton_key" ON "profiles"("skeleton");

CREATE FUNCTION set_skeleton() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.skeleton := public.username_skeleton(NEW.username::text);
  RETURN NEW;
END $$;
CREATE TRIGGER profiles_skeleton BEFORE INSERT OR UPDATE OF username ON profiles
  FOR EACH ROW EXECUTE FUNCTION set_skeleton();
