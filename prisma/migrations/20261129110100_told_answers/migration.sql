-- An answer is news once, however often it is shared and taken back. Apart, because the value of an enum can be used only after the
-- transaction that adds it.
CREATE UNIQUE INDEX news_answer ON news (user_id, story_id) WHERE kind = 'answer';
