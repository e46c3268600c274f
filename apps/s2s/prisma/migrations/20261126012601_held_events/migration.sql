CREATE TABLE "held_event" (
    "project_id" TEXT NOT NULL,
    "contact_id" TEXT NOT NULL,
    "conversation_id" TEXT NOT NULL,
    "place" BIGSERIAL NOT NULL,
    "after_message" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "held_event_pkey" PRIMARY KEY ("project_id","contact_id","place")
);

CREATE INDEX "held_event_at" ON "held_event"("at");
