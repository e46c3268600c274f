CREATE TABLE "article_import" (
    "project_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "file_key" TEXT,
    "options" JSONB NOT NULL,
    "started_by" JSONB NOT NULL,
    "status" TEXT NOT NULL,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "problems" JSONB NOT NULL DEFAULT '[]',
    "position" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "article_import_pkey" PRIMARY KEY ("project_id","id")
);

CREATE TABLE "article_source" (
    "project_id" TEXT NOT NULL,
    "article_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "digest" TEXT NOT NULL,

    CONSTRAINT "article_source_pkey" PRIMARY KEY ("project_id","article_id")
);

CREATE TABLE "collection_source" (
    "project_id" TEXT NOT NULL,
    "collection_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,

    CONSTRAINT "collection_source_pkey" PRIMARY KEY ("project_id","collection_id")
);

CREATE INDEX "article_import_age" ON "article_import"("finished_at");

CREATE UNIQUE INDEX "article_source_key" ON "article_source"("project_id", "source");

CREATE UNIQUE INDEX "collection_source_key" ON "collection_source"("project_id", "source");

ALTER TABLE "article_source" ADD CONSTRAINT "article_source_project_id_article_id_fkey" FOREIGN KEY ("project_id", "article_id") REFERENCES "article"("project_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

ALTER TABLE "collection_source" ADD CONSTRAINT "collection_source_project_id_collection_id_fkey" FOREIGN KEY ("project_id", "collection_id") REFERENCES "collection"("project_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- The uploaded file of an import is deleted when its row ceases to name it.
CREATE INDEX "article_import_files_idx" ON "article_import" USING gin (files_in(ARRAY["file_key"::text])) WHERE files_in(ARRAY["file_key"::text]) <> '{}';
CREATE TRIGGER release_files AFTER DELETE OR UPDATE OF "file_key" ON "article_import" FOR EACH ROW
  WHEN (files_in(ARRAY[OLD."file_key"::text]) <> '{}') EXECUTE FUNCTION release_files('file_key');
