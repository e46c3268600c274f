-- Null means not known yet: such a contact is asked for anew before it is believed.
ALTER TABLE "contact_reference" ADD COLUMN     "blocked" BOOLEAN;

-- Places were rows of version 0 here.
DELETE FROM "contact_reference" r WHERE "version" = 0
  AND NOT EXISTS (SELECT FROM "ticket" t WHERE t."project_id" = r."project_id" AND t."session_id" = r."id");

CREATE TABLE "contact_place" (
    "project_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contact_place_pkey" PRIMARY KEY ("project_id","id","token")
);

CREATE INDEX "contact_place_made_at_idx" ON "contact_place"("made_at");
