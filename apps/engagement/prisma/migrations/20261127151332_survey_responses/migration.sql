CREATE TABLE "survey_response" (
    "project_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "contact_id" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "answers" JSONB NOT NULL,
    "read" BOOLEAN NOT NULL DEFAULT false,
    "ticket_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "survey_response_pkey" PRIMARY KEY ("project_id","id")
);

CREATE INDEX "survey_response_newest" ON "survey_response"("project_id", "item_id", "id");

CREATE UNIQUE INDEX "survey_response_round" ON "survey_response"("project_id", "contact_id", "item_id", "round");
