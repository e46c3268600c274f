CREATE TABLE "ticket_view" (
    "project_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "filter" JSONB NOT NULL,
    "sort" TEXT,
    "shared" BOOLEAN NOT NULL,
    "created_by" TEXT NOT NULL,
    "lexorank" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ticket_view_pkey" PRIMARY KEY ("project_id","id")
);

ALTER TABLE "ticket_view" ADD CONSTRAINT "ticket_view_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
