-- Of the few transcriptions that an administrator may have to retry.
CREATE INDEX transcripts_stuck ON transcripts (finished_at, recording_id)
  WHERE finished_at IS NOT NULL AND (status = 'error' OR (status = 'queued' AND trouble = 'setup'));
