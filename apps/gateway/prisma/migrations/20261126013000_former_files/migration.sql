CREATE TABLE "former_files" (
    "stored_before" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_files_pkey" PRIMARY KEY ("stored_before")
);

-- What was stored until now may have been left over: it is noted once and deleted unless something names it.
INSERT INTO "former_files" ("stored_before") VALUES (now());
