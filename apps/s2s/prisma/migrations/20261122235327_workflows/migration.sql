CREATE TABLE "workflow" (
    "project_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "enabled" BOOLEAN NOT NULL,
    "event" TEXT,
    "channel" TEXT,
    "manual" BOOLEAN NOT NULL,
    "start" TEXT NOT NULL,
    "steps" JSONB NOT NULL,
    "version" INTEGER NOT NULL,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workflow_pkey" PRIMARY KEY ("project_id","id")
);

CREATE TABLE "workflow_version" (
    "project_id" TEXT NOT NULL,
    "workflow_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "start" TEXT NOT NULL,
    "steps" JSONB NOT NULL,

    CONSTRAINT "workflow_version_pkey" PRIMARY KEY ("project_id","workflow_id","version")
);

CREATE TABLE "workflow_run" (
    "project_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "workflow_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "conversation_id" TEXT,
    "contact_id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "waits_for" TEXT,
    "current_step" TEXT,
    "taken" INTEGER NOT NULL,
    "entered" JSONB NOT NULL,
    "answer" JSONB,
    "event" JSONB,
    "pending" JSONB,
    "request_key" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "claim" INTEGER NOT NULL,
    "error" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "workflow_run_pkey" PRIMARY KEY ("project_id","id")
);

CREATE TABLE "run_step" (
    "project_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "step" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "error" TEXT,
    "answer_key" TEXT,

    CONSTRAINT "run_step_pkey" PRIMARY KEY ("project_id","run_id","number")
);

CREATE TABLE "ai_agent" (
    "project_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "avatar" TEXT,
    "instructions" TEXT,
    "enabled" BOOLEAN NOT NULL,
    "handoff_team" TEXT,
    "tools" JSONB NOT NULL,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ai_agent_pkey" PRIMARY KEY ("project_id","id")
);

CREATE TABLE "agent_engagement" (
    "project_id" TEXT NOT NULL,
    "conversation_id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "contact_id" TEXT NOT NULL,
    "engaged_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "agent_engagement_pkey" PRIMARY KEY ("project_id","conversation_id")
);

CREATE TABLE "agent_turn" (
    "project_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "conversation_id" TEXT NOT NULL,
    "contact_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "transcript" JSONB NOT NULL,
    "calls" INTEGER NOT NULL,
    "attempts" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "claim" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "agent_turn_pkey" PRIMARY KEY ("project_id","message_id")
);

CREATE TABLE "tool_call" (
    "project_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "conversation_id" TEXT NOT NULL,
    "contact_id" TEXT NOT NULL,
    "run_id" TEXT,
    "message_id" TEXT,
    "name" TEXT NOT NULL,
    "arguments" JSONB NOT NULL,
    "status" TEXT NOT NULL,
    "result" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tool_call_pkey" PRIMARY KEY ("project_id","id")
);

CREATE INDEX "workflow_created_at" ON "workflow"("project_id", "created_at", "id");

CREATE INDEX "workflow_event" ON "workflow"("project_id", "event");

CREATE INDEX "workflow_run_started_at" ON "workflow_run"("project_id", "workflow_id", "started_at", "id");

CREATE INDEX "workflow_run_conversation" ON "workflow_run"("project_id", "conversation_id", "started_at");

CREATE INDEX "workflow_run_contact" ON "workflow_run"("project_id", "contact_id");

CREATE UNIQUE INDEX "workflow_run_request" ON "workflow_run"("project_id", "request_key");

CREATE UNIQUE INDEX "run_step_answer" ON "run_step"("project_id", "answer_key");

CREATE INDEX "ai_agent_created_at" ON "ai_agent"("project_id", "created_at", "id");

CREATE INDEX "agent_engagement_agent" ON "agent_engagement"("project_id", "agent_id");

CREATE INDEX "agent_engagement_contact" ON "agent_engagement"("project_id", "contact_id");

CREATE INDEX "agent_turn_conversation" ON "agent_turn"("project_id", "conversation_id");

CREATE INDEX "agent_turn_contact" ON "agent_turn"("project_id", "contact_id");

CREATE INDEX "agent_turn_created_at" ON "agent_turn"("created_at");

CREATE INDEX "tool_call_run" ON "tool_call"("project_id", "run_id");

CREATE INDEX "tool_call_message" ON "tool_call"("project_id", "message_id");

CREATE INDEX "tool_call_contact" ON "tool_call"("project_id", "contact_id");

CREATE INDEX "tool_call_expires_at" ON "tool_call"("expires_at");

-- Runs that are due, or will be.
CREATE INDEX "workflow_run_due" ON "workflow_run"("due_at") WHERE "due_at" IS NOT NULL;
-- One workflow at a time runs in a conversation.
CREATE UNIQUE INDEX "workflow_run_active" ON "workflow_run"("project_id", "conversation_id") WHERE "status" IN ('running', 'waiting');
-- Runs that are kept no longer some day.
CREATE INDEX "workflow_run_ended" ON "workflow_run"("ended_at") WHERE "ended_at" IS NOT NULL;
-- Messages that are due to be answered.
CREATE INDEX "agent_turn_due" ON "agent_turn"("due_at") WHERE "due_at" IS NOT NULL;
