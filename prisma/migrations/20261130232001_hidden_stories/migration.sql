-- Of few stories, but it reads all of them, which may not be written meanwhile. Apart, so that they can be read.
CREATE INDEX stories_hidden ON stories (hidden_at, id) WHERE hidden_at IS NOT NULL AND NOT hidden_with_author;
