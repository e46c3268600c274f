CREATE TABLE custom_component (
  project_id         text NOT NULL,
  id                 text NOT NULL,
  name               text NOT NULL,
  schema             jsonb NOT NULL,
  template           text NOT NULL,
  sanitized_template text NOT NULL,
  description        text,
  when_to_use        text,
  example_data       jsonb,
  is_published       boolean NOT NULL DEFAULT false,
  created_by         text NOT NULL,
  created_at         timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at         timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT custom_component_pkey PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX custom_component_project_id_name_key ON custom_component (project_id, name);
CREATE INDEX custom_component_project_id_is_published_id_idx ON custom_component (project_id, is_published, id);
