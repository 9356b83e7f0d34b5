-- CreateTable
CREATE TABLE "collections" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT,
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collections_pkey" PRIMARY KEY ("id"),
    -- limits.collection.name
    CONSTRAINT "collections_name" CHECK (char_length("name") <= 60 AND NOT is_blank("name")),
    CONSTRAINT "collections_later_is_private" CHECK ("name" IS NOT NULL OR NOT "is_public")
);

-- CreateTable
CREATE TABLE "collection_stories" (
    "collection_id" UUID NOT NULL,
    "story_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collection_stories_pkey" PRIMARY KEY ("story_id","collection_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "collections_user_id_name_key" ON "collections"("user_id", "name") NULLS NOT DISTINCT;

-- CreateIndex
CREATE INDEX "collections_user_id_created_at_id_idx" ON "collections"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "collection_stories_collection_id_position_story_id_idx" ON "collection_stories"("collection_id", "position", "story_id");

-- AddForeignKey
ALTER TABLE "collections" ADD CONSTRAINT "collections_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_stories" ADD CONSTRAINT "collection_stories_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collection_stories" ADD CONSTRAINT "collection_stories_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "stories"("id") ON DELETE CASCADE ON UPDATE CASCADE;
