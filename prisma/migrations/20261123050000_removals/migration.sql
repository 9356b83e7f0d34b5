-- Counts the transactions that take something away from readers: what is unpublished, hidden, deleted or of a suspended user. A
-- process that reads from a replica asks the primary for the sum, and reads there if the replica has not replayed the last
-- removal. A single row would make all removals wait for each other: each takes a row that is free at the moment, or adds one.
CREATE TABLE "removals" (
    "id" SERIAL NOT NULL,
    "count" BIGINT NOT NULL DEFAULT 1,

    CONSTRAINT "removals_pkey" PRIMARY KEY ("id")
);

-- Runs as its owner, because the role of a server that is being replaced has no right to the new table.
CREATE FUNCTION count_removal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  -- Once a transaction, however many rows it takes away.
  IF current_setting('relato.counted_removal', true) = pg_current_xact_id()::text THEN RETURN NULL; END IF;
  PERFORM set_config('relato.counted_removal', pg_current_xact_id()::text, true);
  WITH free AS MATERIALIZED (SELECT id FROM public.removals LIMIT 1 FOR UPDATE SKIP LOCKED)
    UPDATE public.removals AS r SET count = r.count + 1 FROM free WHERE r.id = free.id;
  IF NOT FOUND THEN INSERT INTO public.removals DEFAULT VALUES; END IF;
  RETURN NULL;
END
$$;

-- Votes, comments and edits name none of these columns.
CREATE TRIGGER stories_count_removal AFTER UPDATE OF published, hidden_at ON stories FOR EACH ROW
  WHEN (OLD.published AND OLD.hidden_at IS NULL AND NOT (NEW.published AND NEW.hidden_at IS NULL))
  EXECUTE FUNCTION count_removal();
CREATE TRIGGER stories_count_deletion AFTER DELETE ON stories FOR EACH ROW EXECUTE FUNCTION count_removal();
CREATE TRIGGER comments_count_deletion AFTER DELETE ON comments FOR EACH ROW EXECUTE FUNCTION count_removal();
CREATE TRIGGER users_count_suspension AFTER UPDATE OF suspended_at ON users FOR EACH ROW
  WHEN (OLD.suspended_at IS NULL AND NEW.suspended_at IS NOT NULL) EXECUTE FUNCTION count_removal();
CREATE TRIGGER users_count_deletion AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION count_removal();
