-- Runs whose wait is over go on before others begin.
CREATE INDEX "workflow_run_timer" ON "workflow_run"("due_at") WHERE "status" = 'waiting' AND "due_at" IS NOT NULL;
