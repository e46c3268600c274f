-- How often articles were read in a month: the home page of a help center names the most read ones.
CREATE TABLE "article_popularity" (
    "project_id" TEXT NOT NULL,
    "article_id" TEXT NOT NULL,
    "month" DATE NOT NULL,
    "views" INTEGER NOT NULL,

    CONSTRAINT "article_popularity_pkey" PRIMARY KEY ("project_id","article_id","month")
);

CREATE INDEX "article_popularity_age" ON "article_popularity"("month");
