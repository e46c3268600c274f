import type { Database } from '@parley/persistence';

/** While something is done, jobs of a name are as if three processes had died with them: they are given up when they are taken. */
export const whileDeadly = async <T>(
  db: Pick<Database, 'query'>,
  name: string,
  work: () => Promise<T>,
): Promise<T> => {
  await db.query(`CREATE OR REPLACE FUNCTION deadly() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN NEW.deaths := 3; RETURN NEW; END'`);
  await db.query(
    `CREATE TRIGGER deadly BEFORE INSERT ON job FOR EACH ROW WHEN (NEW.name = '${name}') EXECUTE FUNCTION deadly()`,
  );
  try {
    return await work();
  } finally {
    await db.query('DROP TRIGGER deadly ON job');
  }
};
