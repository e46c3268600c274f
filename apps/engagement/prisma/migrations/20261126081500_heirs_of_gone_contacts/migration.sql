ALTER TABLE "gone_contact" ADD COLUMN "heir_id" TEXT;

-- A deletion finds those that were merged into what is deleted.
CREATE INDEX "gone_contact_heir" ON "gone_contact"("project_id", "heir_id") WHERE "heir_id" IS NOT NULL;
