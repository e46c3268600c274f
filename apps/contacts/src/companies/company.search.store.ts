import { comparableDomain } from '@parley/addresses';
import type { Sql } from '@parley/persistence';
import type { CompanyRow } from './company';
import { companyColumns } from './company.columns';
import { searchKey } from '../contacts';
import { escaped } from './select-companies';

/** Most hits of one search. */
export const MAX_HITS = 25;
/** Most companies with the term anywhere in their name of which the first are picked. */
const CANDIDATES = 1_000;

/** A statement and its parameters. */
export interface Statement {
  text: string;
  values: unknown[];
}

/**
 * The companies that a term finds: by identifier, by domain, by the beginning of the name, by a part of it. Each has an index of
 * its own; if many names begin with a term, parts are not searched.
 */
export const searchSql = (projectId: string, term: string, columns = companyColumns): Statement => {
  const name = searchKey(term);
  const values = [projectId, term.trim(), comparableDomain(term), `${escaped(name)}%`, `%${escaped(name)}%`];
  const found = (rank: number, rest: string): string =>
    `(SELECT ${rank} AS rank, c.* FROM company c WHERE c.project_id = $1 AND ${rest})`;
  const near = [
    found(0, 'c.company_id = $2'),
    found(1, `c.domain = $3 ORDER BY c.search_name, c.id LIMIT ${MAX_HITS}`),
    ...(name === ''
      ? []
      : [found(2, `c.search_name LIKE $4 ORDER BY c.search_name, c.id LIMIT ${MAX_HITS}`)]),
  ].join(' UNION ALL ');
  const parts = found(
    3,
    `c.search_name LIKE $5 AND (SELECT count(*) FROM near) < ${MAX_HITS} LIMIT ${CANDIDATES}`,
  );
  const all = name === '' ? 'SELECT * FROM near' : `SELECT * FROM near UNION ALL ${parts}`;
  const used = name === '' ? values.slice(0, 3) : values;
  return {
    text: `WITH near AS (${near}), hit AS (SELECT DISTINCT ON (id) * FROM (${all}) h ORDER BY id, rank)
      SELECT ${columns} FROM hit ORDER BY rank, search_name, id LIMIT ${MAX_HITS}`,
    values: used,
  };
};

// Not prepared: the right plan depends on the term.
export const findHits = (
  sql: Sql,
  projectId: string,
  term: string,
  columns: string,
): Promise<CompanyRow[]> => {
  const { text, values } = searchSql(projectId, term, columns);
  return sql.query<CompanyRow>(text, values);
};
