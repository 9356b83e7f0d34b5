-- How loud a recording is, so that all are played equally loud, and whether its file broke off.
ALTER TABLE recordings
  ADD COLUMN loudness REAL,
  ADD COLUMN true_peak REAL,
  ADD COLUMN loudness_known BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN is_cut_short BOOLEAN NOT NULL DEFAULT false,
  ADD CONSTRAINT recordings_loudness CHECK ((loudness IS NULL) = (true_peak IS NULL) AND (loudness_known OR loudness IS NULL));

-- What the job that measures the recordings from before looks for.
CREATE INDEX recordings_unmeasured ON recordings (id) WHERE state = 'ready' AND NOT loudness_known;

-- Whether an MP3 is as loud as all others. Null for those from before, false once they are queued to be made anew.
ALTER TABLE story_mp3s ADD COLUMN is_even BOOLEAN;
