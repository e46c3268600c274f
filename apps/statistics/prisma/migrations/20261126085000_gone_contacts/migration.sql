-- What the library of events asks for. The table keeps its names: processes of the release before use it.
CREATE VIEW "gone_contact" AS SELECT "project_id", "digest", "at" AS "gone_at", "heir_id" FROM "gone";

-- A deletion finds those that were merged into what is deleted.
CREATE INDEX "gone_heir" ON "gone"("project_id", "heir_id") WHERE "heir_id" IS NOT NULL;
