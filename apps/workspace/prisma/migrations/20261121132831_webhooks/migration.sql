ALTER TABLE "project" ADD COLUMN "former_session_secrets" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN "session_secret_changed_at" TIMESTAMPTZ(3);

CREATE TABLE "webhook" (
    "project_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT,
    "url" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "events" TEXT[],
    "headers" TEXT NOT NULL,
    "ticket_types" TEXT[],
    "secret" TEXT NOT NULL,
    "former_secrets" JSONB NOT NULL DEFAULT '[]',
    "disabled_reason" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "paused_until" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("project_id","id")
);

CREATE TABLE "webhook_event" (
    "project_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "aggregate_id" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("project_id","id")
);

CREATE TABLE "webhook_delivery" (
    "project_id" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "event_id" TEXT NOT NULL,
    "aggregate_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" JSONB NOT NULL DEFAULT '[]',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "attempted" BOOLEAN NOT NULL DEFAULT false,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "lease" TEXT,
    "delivered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("project_id","webhook_id","id")
);

CREATE INDEX "webhook_deleted_at_idx" ON "webhook"("deleted_at") WHERE "deleted_at" IS NOT NULL;

CREATE INDEX "webhook_event_created_at_idx" ON "webhook_event"("created_at");

CREATE UNIQUE INDEX "webhook_delivery_project_id_webhook_id_event_id_key" ON "webhook_delivery"("project_id", "webhook_id", "event_id");

CREATE INDEX "webhook_delivery_project_id_webhook_id_status_id_idx" ON "webhook_delivery"("project_id", "webhook_id", "status", "id");

CREATE INDEX "webhook_delivery_created_at_idx" ON "webhook_delivery"("created_at");

CREATE INDEX "webhook_delivery_due" ON "webhook_delivery"("project_id", "webhook_id", "due_at", "seq") WHERE "status" = 'pending';

CREATE INDEX "webhook_delivery_leased" ON "webhook_delivery"("project_id", "webhook_id") WHERE "lease" IS NOT NULL;

CREATE INDEX "webhook_delivery_untried" ON "webhook_delivery"("project_id", "webhook_id", "aggregate_id", "seq") WHERE "status" = 'pending' AND NOT "attempted";
