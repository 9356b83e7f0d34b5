-- Of those that are hidden now, the version is known that has not changed since. A suspended author changes nothing.
-- A migration of its own, because the one before locks the table, and this one reads all of it.
UPDATE stories SET hidden_version = json_build_object('title', title, 'transcript', transcript, 'tags', tags)
  WHERE published AND hidden_at IS NOT NULL AND hidden_version IS NULL
    AND (hidden_with_author OR updated_at <= hidden_at + interval '1 second');
