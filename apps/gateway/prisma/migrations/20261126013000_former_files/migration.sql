-- Has a row while files of former versions are to be looked through; an operator asks for that (docs/operations.md).
CREATE TABLE "former_files" (
    "stored_before" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_files_pkey" PRIMARY KEY ("stored_before")
);
