ALTER TABLE "webhook_event" ADD COLUMN "mentioned_ids" TEXT[];

-- Deleted contacts are found by it.
CREATE INDEX "webhook_event_mentions" ON "webhook_event" USING gin ("mentioned_ids") WHERE "mentioned_ids" IS NOT NULL;
