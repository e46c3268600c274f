import type { Page, SortFields, Sql } from '@parley/persistence';
import type { CaseScope, EvalCase } from './case';

const prepare = { prepare: true };

type Nullable = 'lang' | 'scope' | 'evalId';
type Row = Omit<EvalCase, Nullable> & { lang: string | null; scope: CaseScope | null; evalId: string | null };

const COLUMNS = `project_id AS "projectId", dataset_id AS "datasetId", id, question, lang, internally, scope,
  expected_facts AS "expectedFacts", forbidden_facts AS "forbiddenFacts", expected_sources AS "expectedSources",
  expect_answer AS "expectAnswer", eval_id AS "evalId", created_at AS "createdAt", updated_at AS "updatedAt"`;

const SELECT = `SELECT ${COLUMNS} FROM eval_case WHERE project_id = $1 AND dataset_id = $2`;

const read = ({ lang, scope, evalId, ...row }: Row): EvalCase => ({
  ...row,
  lang: lang ?? undefined,
  scope: scope ?? undefined,
  evalId: evalId ?? undefined,
});

/** The key of a dataset. */
export interface InDataset {
  projectId: string;
  datasetId: string;
}

export const findCase = async (
  sql: Sql,
  { projectId, datasetId }: InDataset,
  id: string,
): Promise<EvalCase | undefined> => {
  const [row] = await sql.query<Row>(`${SELECT} AND id = $3`, [projectId, datasetId, id], prepare);
  return row && read(row);
};

/** What lists of cases are sorted by. */
export const caseSortable: SortFields = {
  id: 'id',
  question: 'question',
  lang: { sql: 'lang', nullsLast: true },
  internally: 'internally',
  expectAnswer: 'expect_answer',
  evalId: { sql: 'eval_id', nullsLast: true },
  createdAt: 'id',
  updatedAt: 'updated_at',
};

export const listCases = async (
  sql: Sql,
  { projectId, datasetId }: InDataset,
  { skip, limit, orderBy }: Page & { orderBy: string },
): Promise<EvalCase[]> => {
  const text = `${SELECT} ORDER BY ${orderBy} LIMIT $3 OFFSET $4`;
  return (await sql.query<Row>(text, [projectId, datasetId, limit, skip])).map(read);
};

const SAVE = `INSERT INTO eval_case (project_id, dataset_id, id, question, lang, internally, scope, expected_facts,
    forbidden_facts, expected_sources, expect_answer, eval_id, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  ON CONFLICT (project_id, dataset_id, id) DO UPDATE SET question = EXCLUDED.question, lang = EXCLUDED.lang,
    internally = EXCLUDED.internally, scope = EXCLUDED.scope, expected_facts = EXCLUDED.expected_facts,
    forbidden_facts = EXCLUDED.forbidden_facts, expected_sources = EXCLUDED.expected_sources,
    expect_answer = EXCLUDED.expect_answer, updated_at = EXCLUDED.updated_at`;

export const saveCase = async (tx: Sql, its: EvalCase): Promise<void> => {
  await tx.query(
    SAVE,
    [
      its.projectId,
      its.datasetId,
      its.id,
      its.question,
      its.lang ?? null,
      its.internally,
      its.scope === undefined ? null : JSON.stringify(its.scope),
      its.expectedFacts,
      its.forbiddenFacts,
      its.expectedSources,
      its.expectAnswer,
      its.evalId ?? null,
      its.createdAt,
      its.updatedAt,
    ],
    prepare,
  );
};

export const deleteCaseRow = async (
  tx: Sql,
  { projectId, datasetId }: InDataset,
  id: string,
): Promise<void> => {
  const text = 'DELETE FROM eval_case WHERE project_id = $1 AND dataset_id = $2 AND id = $3';
  await tx.query(text, [projectId, datasetId, id], prepare);
};
