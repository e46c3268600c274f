ALTER TABLE company
  -- Compared byte by byte, so that one index serves beginnings and order.
  ADD COLUMN search_name  text COLLATE "C" NOT NULL DEFAULT '',
  ADD COLUMN plan         text,
  ADD COLUMN value        double precision,
  ADD COLUMN domain       text COLLATE "C",
  ADD COLUMN sla          double precision,
  ADD COLUMN tags         text[] NOT NULL DEFAULT '{}',
  ADD COLUMN address      jsonb,
  ADD COLUMN custom_data  jsonb,
  ADD COLUMN last_seen_at timestamptz(3);

UPDATE company c
   SET search_name = lower(normalize(trim(regexp_replace(coalesce(c.name, ''), '\s+', ' ', 'g')), NFKC)),
       last_seen_at = (SELECT max(p.last_activity) FROM contact p
                        WHERE p.project_id = c.project_id AND p.company_id = c.company_id AND p.deleted_at IS NULL);

-- Orders of the list.
CREATE INDEX company_last_seen ON company (project_id, last_seen_at DESC NULLS LAST, id DESC);
CREATE INDEX company_name ON company (project_id, name, id);
CREATE INDEX company_value ON company (project_id, value DESC NULLS LAST, id DESC);
CREATE INDEX company_created_at ON company (project_id, created_at, id);
CREATE INDEX company_updated_at ON company (project_id, updated_at, id);

-- Filters; new entries of a GIN index wait in a list that every look-up reads, so it is kept short.
CREATE INDEX company_attributes ON company
  USING gin (project_id, tags, custom_data jsonb_path_ops, address jsonb_path_ops, plan, sla)
  WITH (gin_pending_list_limit = 256);

-- Search: whole domains, beginnings of names, parts of names.
CREATE INDEX company_domain ON company (project_id, domain);
CREATE INDEX company_search_name ON company (project_id, search_name);
CREATE INDEX company_name_parts ON company USING gin (project_id, search_name gin_trgm_ops)
  WITH (gin_pending_list_limit = 256);

-- A company's contacts in the order of their activity; also counts them by itself.
DROP INDEX contact_company;
CREATE INDEX contact_company ON contact (project_id, company_id, last_activity, id)
  WHERE deleted_at IS NULL AND company_id IS NOT NULL;

-- last_seen_at follows whatever writes a contact. Companies are locked in the order of their key, so that two writers of
-- several contacts never wait for each other here.
CREATE FUNCTION company_seen() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  seen record;
BEGIN
  FOR seen IN
    SELECT project_id, company_id, max(last_activity) AS at FROM changed
     WHERE company_id IS NOT NULL AND deleted_at IS NULL
     GROUP BY project_id, company_id ORDER BY project_id, company_id
  LOOP
    UPDATE company c SET last_seen_at = seen.at
     WHERE c.project_id = seen.project_id AND c.company_id = seen.company_id
       AND (c.last_seen_at IS NULL OR c.last_seen_at < seen.at);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER company_seen_insert AFTER INSERT ON contact
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION company_seen();
CREATE TRIGGER company_seen_update AFTER UPDATE ON contact
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION company_seen();

CREATE TABLE company_renaming (
  project_id text NOT NULL,
  company_id text NOT NULL,
  revision   integer NOT NULL,
  due_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, company_id)
);
CREATE INDEX company_renaming_due_at_idx ON company_renaming (due_at);

CREATE TABLE company_ticket_move (
  project_id      text NOT NULL,
  contact_id      text NOT NULL,
  organisation_id text NOT NULL,
  company_id      text NOT NULL,
  revision        integer NOT NULL,
  due_at          timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, contact_id),
  FOREIGN KEY (project_id, contact_id) REFERENCES contact (project_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX company_ticket_move_due_at_idx ON company_ticket_move (due_at);

CREATE TABLE contact_memory (
  project_id    text NOT NULL,
  contact_id    text NOT NULL,
  name          text COLLATE "C" NOT NULL,
  description   text,
  content       text NOT NULL,
  actor         text NOT NULL,
  actor_user_id text,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, contact_id, name),
  FOREIGN KEY (project_id, contact_id) REFERENCES contact (project_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
