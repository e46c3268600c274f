-- Each deleted mail deletes its clicks: without it, each reads all clicks of its project.
CREATE INDEX "email_click_project_id_delivery_id_idx" ON "email_click"("project_id", "delivery_id");
