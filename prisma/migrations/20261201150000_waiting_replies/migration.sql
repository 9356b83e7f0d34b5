-- A story that waits for approval is no longer a reply. Rejecting a reply would publish it, which `stories_reply` forbids.
UPDATE stories SET origin_id = NULL, origin_kind = NULL, is_let_in = false
  WHERE waiting_since IS NOT NULL AND origin_kind = 'reply';
