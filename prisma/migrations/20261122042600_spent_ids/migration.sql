-- CreateTable
CREATE TABLE "spent_ids" (
    "id" UUID NOT NULL,
    "user_id" UUID,

    CONSTRAINT "spent_ids_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "spent_ids_user_id_idx" ON "spent_ids"("user_id");

-- AddForeignKey
ALTER TABLE "spent_ids" ADD CONSTRAINT "spent_ids_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Clients choose the ids of comments and recordings. Notices, appeals, the moderators' log and jobs name them by these
-- ids, also when they are gone: whoever used one again would stand for the one before.
CREATE FUNCTION spend_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A recording that was let go of may be uploaded again by whose it was; a comment is said anew under another id.
  INSERT INTO spent_ids (id, user_id)
  VALUES (OLD.id, CASE TG_TABLE_NAME WHEN 'recordings' THEN (SELECT id FROM users WHERE id = OLD.user_id) END)
  ON CONFLICT (id) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER comments_spend_id AFTER DELETE ON comments FOR EACH ROW EXECUTE FUNCTION spend_id();
CREATE TRIGGER recordings_spend_id AFTER DELETE ON recordings FOR EACH ROW EXECUTE FUNCTION spend_id();

-- After the row is in: whoever deleted the one before has committed by then, and is seen.
CREATE FUNCTION refuse_spent_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM spent_ids
    WHERE id = NEW.id AND (TG_TABLE_NAME = 'comments' OR user_id IS DISTINCT FROM NEW.user_id)
  ) THEN
    RAISE EXCEPTION 'the id % was used before', NEW.id USING ERRCODE = 'RS001';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER comments_refuse_spent_id AFTER INSERT ON comments FOR EACH ROW EXECUTE FUNCTION refuse_spent_id();
CREATE TRIGGER recordings_refuse_spent_id AFTER INSERT ON recordings FOR EACH ROW EXECUTE FUNCTION refuse_spent_id();
