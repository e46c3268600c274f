-- The deletion of a contact finds its views.
CREATE INDEX "article_view_visitor" ON "article_view"("project_id", "visitor");
