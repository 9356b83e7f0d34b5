-- Of few stories, but it reads all of them, which may not be written meanwhile. Apart, so that they can be read.
CREATE INDEX stories_origin ON stories (origin_id, created_at, id) WHERE origin_id IS NOT NULL;
