-- Decided reports only increase: these find the last ones.
CREATE INDEX reports_handled ON reports (greatest(reviewing_at, decided_at));
CREATE INDEX reports_decided ON reports (status, decided_at, story_id) WHERE decided_at IS NOT NULL AND story_id IS NOT NULL;
