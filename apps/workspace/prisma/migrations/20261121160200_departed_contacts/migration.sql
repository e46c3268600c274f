ALTER TABLE "webhook_event" ADD COLUMN "contact_id" TEXT,
ADD COLUMN "author_id" TEXT;

-- What was told before is given its contacts too, as far as its body names them.
UPDATE "webhook_event" e SET
  "contact_id" = CASE WHEN e."event" LIKE 'TICKET%' THEN b.data #>> '{session,id}' WHEN e."event" LIKE 'SESSION%' THEN b.data ->> 'id' END,
  "author_id" = CASE WHEN e."event" LIKE 'MESSAGE%' THEN b.data #>> '{session,id}' END
FROM (SELECT "project_id", "id", "body"::json -> 'data' AS data FROM "webhook_event") b
WHERE b."project_id" = e."project_id" AND b."id" = e."id";

CREATE TABLE "departed_contact" (
    "project_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "heir_id" TEXT,
    "contact_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "departed_contact_pkey" PRIMARY KEY ("project_id","digest")
);

CREATE INDEX "webhook_event_contact" ON "webhook_event"("project_id", "contact_id") WHERE "contact_id" IS NOT NULL;

CREATE INDEX "webhook_event_author" ON "webhook_event"("project_id", "author_id") WHERE "author_id" IS NOT NULL;

CREATE INDEX "departed_contact_project_id_heir_id_idx" ON "departed_contact"("project_id", "heir_id");

CREATE INDEX "departed_contact_created_at_idx" ON "departed_contact"("created_at");

CREATE INDEX "departed_contact_unfinished" ON "departed_contact"("project_id", "digest") WHERE "contact_id" IS NOT NULL;
