-- What a name looks like at a glance, as `toNameShape` of the contract has it: without case, accents and separators, with
-- the letters and digits that are drawn alike as one. Null if no letter is left.
CREATE FUNCTION name_shape(name text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN nullif(translate(lower(regexp_replace(normalize(name, NFKD), '[^A-Za-z0-9]', '', 'g')), 'i10', 'llo'), '');

-- Apart from the migration before, because making them keeps profiles from being written.
CREATE INDEX profiles_name_shapes ON profiles (name_shape(username::text)) WHERE username IS NOT NULL;
CREATE INDEX profiles_full_name_shapes ON profiles (name_shape(full_name)) WHERE full_name IS NOT NULL;
CREATE INDEX former_usernames_shapes ON former_usernames (name_shape(username::text)) WHERE user_id IS NOT NULL;
