ALTER TABLE "contact_import" ADD COLUMN     "awaited_until" TIMESTAMPTZ(3);

CREATE TABLE "imported_contact" (
    "project_id" TEXT NOT NULL,
    "import_id" TEXT NOT NULL,
    "contact_id" TEXT NOT NULL,

    CONSTRAINT "imported_contact_pkey" PRIMARY KEY ("project_id","import_id","contact_id")
);

CREATE INDEX "imported_contact_project_id_contact_id_idx" ON "imported_contact"("project_id", "contact_id");

ALTER TABLE "imported_contact" ADD CONSTRAINT "imported_contact_project_id_import_id_fkey" FOREIGN KEY ("project_id", "import_id") REFERENCES "contact_import"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "imported_contact" ADD CONSTRAINT "imported_contact_project_id_contact_id_fkey" FOREIGN KEY ("project_id", "contact_id") REFERENCES "contact"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
