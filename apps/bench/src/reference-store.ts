import { newId } from '@parley/persistence';
import { Pool } from 'pg';

/** Statements of the references: those of a service written without a framework, outbox row included. */
export const referenceTablesSql = `
CREATE TABLE IF NOT EXISTS reference_ticket (
  project_id text NOT NULL, id text NOT NULL, title text, type text NOT NULL, status text NOT NULL,
  session_id text, data jsonb NOT NULL, created_at timestamptz(3) NOT NULL DEFAULT now(), PRIMARY KEY (project_id, id));
CREATE TABLE IF NOT EXISTS reference_outbox (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text NOT NULL, payload jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now());`;

const createSql = `
WITH created AS (
  INSERT INTO reference_ticket (project_id, id, title, type, status, session_id, data)
  VALUES ($1, $2, $3, $4, 'OPEN', $5, $6) RETURNING *),
event AS (INSERT INTO reference_outbox (id, payload) SELECT id, to_jsonb(created) FROM created)
SELECT * FROM created`;

const getSql = 'SELECT * FROM reference_ticket WHERE project_id = $1 AND id = $2';

/** A ticket of a reference. */
export type ReferenceTicket = Record<string, unknown>;

/** Creates and gets tickets with one prepared statement each. */
export interface ReferenceStore {
  create(project: string, input: Record<string, unknown>): Promise<ReferenceTicket>;
  get(project: string, id: string): Promise<ReferenceTicket | undefined>;
}

/** Opens the store on a database that has `referenceTablesSql`. */
export const openReferenceStore = (url: string): ReferenceStore => {
  const pool = new Pool({ connectionString: url, max: 10 });
  // The end of a run takes its database away, which is no fault of a resting connection.
  pool.on('error', () => undefined);
  const run = async (name: string, text: string, values: unknown[]): Promise<ReferenceTicket[]> =>
    (await pool.query({ name, text, values })).rows as ReferenceTicket[];
  return {
    create: async (project, input) => {
      const { title, type = 'BUG', session, ...data } = input;
      const rows = await run('create', createSql, [
        project,
        newId(),
        title,
        type,
        session,
        JSON.stringify(data),
      ]);
      return rows[0] ?? {};
    },
    get: async (project, id) => (await run('get', getSql, [project, id]))[0],
  };
};
