-- The transcripts that only the operator can bring about: those that wait, and those that gave up after a week. Both are asked
-- for again at a start, and when a model appears.
CREATE INDEX "transcripts_of_operator" ON "transcripts" ("recording_id")
  WHERE "trouble" = 'setup' AND "status" IN ('queued', 'error');
DROP INDEX "transcripts_waiting";
