UPDATE notices SET subject = ''
  WHERE story_id IS NULL AND kind IN ('report_hidden', 'report_kept', 'report_closed') AND subject <> '';
