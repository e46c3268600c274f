CREATE TABLE "message_draft" (
    "project_id" TEXT NOT NULL,
    "ticket_id" TEXT NOT NULL,
    "author_id" TEXT NOT NULL,
    "is_suggestion" BOOLEAN NOT NULL,
    "content" JSONB,
    "plain_content" TEXT,
    "is_note" BOOLEAN NOT NULL,
    "attachments" JSONB NOT NULL DEFAULT '[]',
    "recipients" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "message_draft_pkey" PRIMARY KEY ("project_id","ticket_id","author_id")
);

CREATE INDEX "message_draft_project_id_author_id_idx" ON "message_draft"("project_id", "author_id");
