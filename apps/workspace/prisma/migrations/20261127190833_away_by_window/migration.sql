ALTER TABLE "user_account" ADD COLUMN     "away_by_window" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "user_window" (
    "user_id" TEXT NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_window_pkey" PRIMARY KEY ("user_id")
);

CREATE INDEX "user_window_end" ON "user_window"("ends_at");

ALTER TABLE "user_window" ADD CONSTRAINT "user_window_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
