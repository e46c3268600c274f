ALTER TABLE "project" ADD COLUMN     "secret_key" TEXT;

CREATE TABLE "project_secret_key" (
    "hash" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3),

    CONSTRAINT "project_secret_key_pkey" PRIMARY KEY ("hash")
);

CREATE INDEX "project_secret_key_project_id_idx" ON "project_secret_key"("project_id");

ALTER TABLE "project_secret_key" ADD CONSTRAINT "project_secret_key_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
