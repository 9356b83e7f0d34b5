DELETE FROM news n USING stories s
  WHERE s.id = n.story_id AND ((n.kind = 'reply' AND s.origin_id IS NULL) OR (n.kind = 'answer' AND s.question_id IS NULL));
