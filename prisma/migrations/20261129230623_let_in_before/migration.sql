-- Apart from the column, which locks the table.
UPDATE profiles p SET let_in_at = clock_timestamp()
  WHERE let_in_at IS NULL
    AND (posts_count > 0 OR EXISTS (SELECT FROM stories s WHERE s.user_id = p.id AND s.published_at IS NOT NULL));
