import type { Sql } from '@parley/persistence';
import type { TestProject } from './contacts';

/**
 * Adds many contacts at once, one a minute from 2024 on: every fifth a guest, names `Ada Number<n>`, addresses
 * `ada.<n>@example.com`, 1,000 companies, 100 tags, two plans.
 */
export const seedContacts = async (
  sql: Sql,
  { id, organisationId }: Pick<TestProject, 'id' | 'organisationId'>,
  count: number,
): Promise<void> => {
  await sql.query(
    `INSERT INTO contact (project_id, id, organisation_id, svc_id, user_id, email, name, company_id, company_name,
       plan, tags, custom_data, first_activity, last_activity, sessions, unsubscribed, blocked, created_at, updated_at,
       version, search_text)
     SELECT $1, lpad(to_hex(n), 24, '0'), $2, 'svc' || n, user_id, email, name, 'c' || n % 1000, company,
            CASE n % 2 WHEN 0 THEN 'pro' ELSE 'free' END, ARRAY['t' || n % 100], jsonb_build_object('n', n), at, at, 0,
            n % 1000 = 0, n % 1000 = 1, at, at, 1,
            lower(concat(E'\\n', name, E'\\n', email, E'\\n', user_id, E'\\n', company, E'\\n\\n'))
       FROM generate_series(1, $3::int) n,
            LATERAL (SELECT CASE WHEN n % 5 > 0 THEN 'user-' || n END AS user_id, 'Ada Number' || n AS name,
                            'ada.' || n || '@example.com' AS email, 'Company ' || n % 1000 AS company,
                            timestamptz '2024-01-01Z' + n * interval '1 minute' AS at) v`,
    [id, organisationId, count],
  );
  await sql.query('ANALYZE contact');
};
