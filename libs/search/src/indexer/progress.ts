import type { Database, Sql } from '@parley/persistence';

const CHANNEL = 'search_rebuild';

interface Progress {
  indexName: string;
  documents: number;
}

/** Notifies listeners in any process of the progress of a rebuild. */
export const tellProgress = async (sql: Sql, indexName: string, documents: number): Promise<void> => {
  const progress: Progress = { indexName, documents };
  await sql.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify(progress)]);
};

/** Runs `work` while `onProgress` hears how far the rebuild of an index is. */
export const hearingProgress = async (
  db: Database,
  indexName: string,
  onProgress: ((documents: number) => void) | undefined,
  work: () => Promise<void>,
): Promise<void> => {
  if (!onProgress) return work();
  await db.withConnection(async (connection) => {
    const hear = ({ payload = '{}' }: { payload?: string }): void => {
      const progress = JSON.parse(payload) as Progress;
      if (progress.indexName === indexName) onProgress(progress.documents);
    };
    connection.on('notification', hear);
    await connection.query(`LISTEN ${CHANNEL}`);
    try {
      await work();
    } finally {
      connection.off('notification', hear);
      await connection.query(`UNLISTEN ${CHANNEL}`);
    }
  });
};
