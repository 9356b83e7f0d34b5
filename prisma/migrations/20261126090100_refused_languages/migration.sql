-- Recordings that were refused because their text did not look Spanish. What waits for the operator is transcribed again at a start.
-- A migration of its own, because the one before locks the table.
UPDATE transcripts SET trouble = 'setup' WHERE status = 'error' AND trouble = 'language';
