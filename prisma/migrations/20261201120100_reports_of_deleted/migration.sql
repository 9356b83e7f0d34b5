-- What a deleted story said stays in no report. Nobody can decide a report on it any more: an open one is closed, and its reporter told.
ALTER FUNCTION forget_reported_title() RENAME TO forget_reported;
CREATE OR REPLACE FUNCTION forget_reported() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  UPDATE public.notices SET subject = ''
    WHERE story_id = OLD.id AND kind IN ('report_hidden', 'report_kept', 'report_closed') AND subject <> '';
  -- An account that is being deleted is skipped: its deletion may wait for these reports.
  INSERT INTO public.notices (id, user_id, kind, target_id, subject, reason)
    SELECT gen_random_uuid(), u.id, 'report_closed', r.id, '', ''
    FROM public.reports r JOIN public.users u ON u.id = r.reporter_user_id
    WHERE r.story_id = OLD.id AND r.status IN ('pending', 'reviewing')
    FOR KEY SHARE OF u SKIP LOCKED;
  UPDATE public.reports SET title = NULL, transcript = NULL, tags = '{}', watched = NULL, watched_keys = '{}',
      reporter_network = NULL, reporter_device = NULL
    WHERE story_id = OLD.id;
  UPDATE public.reports SET status = 'resolved', decided_at = clock_timestamp(), moderator_id = NULL
    WHERE story_id = OLD.id AND status IN ('pending', 'reviewing');
  RETURN OLD;
END
$$;

-- Reports of stories that were deleted earlier.
UPDATE reports SET title = NULL, transcript = NULL, tags = '{}', watched = NULL, watched_keys = '{}',
    reporter_network = NULL, reporter_device = NULL
  WHERE story_id IS NULL AND (title IS NOT NULL OR watched_keys <> '{}' OR num_nonnulls(reporter_network, reporter_device) > 0);
UPDATE reports SET status = 'resolved', decided_at = clock_timestamp(), moderator_id = NULL
  WHERE story_id IS NULL AND status IN ('pending', 'reviewing');
