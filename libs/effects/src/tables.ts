/**
 * The table of this library, one per service database. A service's migration contains this text; the Prisma model that
 * fits is in the library's README.
 */
export const effectTablesSql = `
CREATE TABLE request_effect (
  effect_id  text NOT NULL,
  method     text NOT NULL,
  response   text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (effect_id, method)
);
CREATE INDEX request_effect_created_at_idx ON request_effect (created_at);
`;
