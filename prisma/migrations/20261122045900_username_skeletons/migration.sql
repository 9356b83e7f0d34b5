-- AlterTable: by itself, because nobody reads a profile until its transaction ends.
ALTER TABLE "profiles" ADD COLUMN "skeleton" TEXT;

-- What a name looks like: without accents and case, with the letters and digits that many typefaces draw alike as one.
-- An I is an l only as a capital: written small they differ, and so do most names that have either.
CREATE FUNCTION username_skeleton(username text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN translate(lower(translate(username, 'áéíóúüñÁÉÍÓÚÜÑI1', 'aeiouunaeiouunll')), '0', 'o');

CREATE FUNCTION set_skeleton() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.skeleton := public.username_skeleton(NEW.username::text);
  RETURN NEW;
END $$;
CREATE TRIGGER profiles_skeleton BEFORE INSERT OR UPDATE OF username ON profiles
  FOR EACH ROW EXECUTE FUNCTION set_skeleton();
