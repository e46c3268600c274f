CREATE INDEX "content_origin" ON "content"("project_id", "origin", "created_at" DESC);
