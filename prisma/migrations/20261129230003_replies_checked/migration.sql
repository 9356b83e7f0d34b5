-- Apart from the migration before, whose locks keep all others from the table until its end. These let it be read and written.
ALTER TABLE "stories" VALIDATE CONSTRAINT "stories_origin_id_fkey";
ALTER TABLE stories VALIDATE CONSTRAINT stories_origin_kind, VALIDATE CONSTRAINT stories_reply, VALIDATE CONSTRAINT stories_let_in;
