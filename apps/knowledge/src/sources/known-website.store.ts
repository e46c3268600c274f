import type { Sql } from '@parley/persistence';

/** The websites of a search. */
export interface Websites {
  /** Those of the ids that are websites of the project. */
  known(projectId: string, ids: readonly string[]): Promise<Set<string>>;
}

/** Asks the table of websites. */
export const createWebsites = (sql: Sql): Websites => ({
  known: async (projectId, ids) => {
    const rows = await sql.query<{ id: string }>(
      'SELECT id FROM website WHERE project_id = $1 AND id = ANY ($2::text[])',
      [projectId, ids],
      { prepare: true },
    );
    return new Set(rows.map(({ id }) => id));
  },
});
