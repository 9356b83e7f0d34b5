-- At a start, the transcriptions that wait for the operator are queued again, and those whose job was lost.
CREATE INDEX transcripts_waiting ON transcripts (recording_id)
  WHERE status IN ('queued', 'processing') OR (status = 'error' AND trouble = 'setup');
DROP INDEX transcripts_of_operator;
