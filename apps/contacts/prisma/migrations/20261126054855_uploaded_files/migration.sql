CREATE TABLE "uploaded_file" (
    "project_id" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "contact_id" TEXT NOT NULL,
    "uploaded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "uploaded_file_pkey" PRIMARY KEY ("project_id","file")
);

CREATE INDEX "uploaded_file_project_id_contact_id_idx" ON "uploaded_file"("project_id", "contact_id");

CREATE INDEX "uploaded_file_uploaded_at_idx" ON "uploaded_file"("uploaded_at");

ALTER TABLE "uploaded_file" ADD CONSTRAINT "uploaded_file_project_id_contact_id_fkey" FOREIGN KEY ("project_id", "contact_id") REFERENCES "contact"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- As ADR 20 says: its row names a file, and says when it stops.
CREATE INDEX "uploaded_file_files_idx" ON "uploaded_file" USING gin (files_in(ARRAY["file"::text])) WHERE files_in(ARRAY["file"::text]) <> '{}';
CREATE TRIGGER release_files AFTER DELETE OR UPDATE OF "file" ON "uploaded_file" FOR EACH ROW
  WHEN (files_in(ARRAY[OLD."file"::text]) <> '{}') EXECUTE FUNCTION release_files('file');
