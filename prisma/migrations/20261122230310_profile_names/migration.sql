-- Usernames in the order in which a search for their beginning reads them, without case and accents.
CREATE INDEX profiles_names ON profiles (search_fold(username::text) text_pattern_ops) WHERE username IS NOT NULL;
