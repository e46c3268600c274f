-- Of a word that is everywhere, articles that have it in their title are found by this (@parley/search).
CREATE INDEX search_document_titles ON search_document USING gin (project_id, (ts_filter(terms, '{a}'))) WITH (fastupdate = off);

-- The latest changed articles of a feed.
CREATE INDEX article_latest ON article (project_id, updated_at DESC, id DESC);
