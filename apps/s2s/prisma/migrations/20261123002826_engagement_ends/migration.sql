ALTER TABLE "agent_engagement" ADD COLUMN "due_at" TIMESTAMPTZ(3);

-- Engagements that are over.
CREATE INDEX "agent_engagement_due" ON "agent_engagement"("due_at") WHERE "due_at" IS NOT NULL;
