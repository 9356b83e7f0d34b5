-- A moderator reads of a story that its author took back what was public when it was reported, and for a while only.
ALTER TABLE "reports" ADD COLUMN "title" TEXT,
ADD COLUMN "transcript" TEXT,
ADD COLUMN "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "reviewing_at" TIMESTAMPTZ(3);

-- What is public is what was reported, as far as anybody knows; of what is not, nothing is left to see.
UPDATE reports SET title = stories.title, transcript = stories.transcript, tags = stories.tags
FROM stories
WHERE reports.story_id = stories.id AND stories.published AND reports.status IN ('pending', 'reviewing');
UPDATE reports SET reviewing_at = now() WHERE status = 'reviewing';
