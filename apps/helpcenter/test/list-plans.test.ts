import { listTemplateRows, findTemplate, lockTemplate } from '../src/email-templates/email-template.store';
import {
  findPatterns,
  findRedirect,
  findRedirectByAddress,
  listRedirectRows,
} from '../src/redirects/redirect.store';
import { findTexts } from '../src/texts/static-text.store';
import { entrySources } from '../src/translations/entry.store';
import type { Store } from '../src/db';
import { startHelpcenter, type TestHelpcenter } from './support/helpcenter';
import { explainWork, listIndexes, listTypes } from './support/plans';

const PROJECT = 'p1';
const ONE = '000000000000000000000001';

let service: TestHelpcenter;

// 20 projects of 2,000 redirects, a tenth of them patterns, 500 e-mail templates, 500 collections and 100 texts.
beforeAll(async () => {
  service = await startHelpcenter();
  await service.db.query(
    `INSERT INTO redirect (project_id, id, organisation_id, old_url, address, address_hash, new_url, match_type, weight,
       created_at, updated_at)
     SELECT 'p' || p, lpad(to_hex(n), 24, '0'), 'o', '/a' || n, '/a' || n, encode(sha256(('/a' || n)::bytea), 'hex'), '/b',
       CASE WHEN n % 10 = 0 THEN 'pattern' ELSE 'exact' END, n % 7, now(), now()
       FROM generate_series(1, 20) p, generate_series(1, 2000) n`,
  );
  await service.db.query(
    `INSERT INTO email_template (project_id, id, organisation_id, title, subject, html_content, language_changes, created_at,
       updated_at) SELECT 'p' || p, lpad(to_hex(n), 24, '0'), 'o', 'Template ' || n, '{}', '{}', '{}', now(), now()
       FROM generate_series(1, 20) p, generate_series(1, 500) n`,
  );
  await service.db.query(
    `INSERT INTO collection SELECT 'p' || p, lpad(to_hex(n), 24, '0'), 'o', NULL, n, '{}', '{}', NULL, NULL, 'all', '[]',
       '[]', lpad(n::text, 5, '0'), now(), now() FROM generate_series(1, 20) p, generate_series(1, 500) n`,
  );
  await service.db.query('VACUUM ANALYZE redirect, email_template, collection');
});
afterAll(() => service.stop());

const page = { filter: [], skip: 0, limit: 50, sort: undefined };

it.each<[string, string, (store: Store) => Promise<unknown>]>([
  ['the redirects of a list', 'redirect_pkey', (store) => listRedirectRows(store, PROJECT, page)],
  ['a redirect', 'redirect_pkey', (store) => findRedirect(store, PROJECT, ONE)],
  [
    'the redirect of an address',
    'redirect_address_key',
    (store) => findRedirectByAddress(store, PROJECT, 'exact', '/a1'),
  ],
  ['the patterns of a project', 'redirect_address_key', (store) => findPatterns(store, PROJECT)],
  [
    'the e-mail templates of a list',
    'email_template_pkey',
    (store) => listTemplateRows(store, PROJECT, page),
  ],
  ['an e-mail template', 'email_template_pkey', (store) => findTemplate(store, PROJECT, ONE)],
  ['an e-mail template to change', 'email_template_pkey', (store) => lockTemplate(store, PROJECT, ONE)],
])('finds %s by the index %s', async (_what, index, work) => {
  for (const nodes of await explainWork(service, work)) {
    expect(listIndexes(nodes)).toEqual([index]);
    expect(listTypes(nodes)).not.toContain('Seq Scan');
  }
});

it.each<[string, (store: Store) => Promise<unknown>]>([
  ['redirects', (store) => listRedirectRows(store, PROJECT, page)],
  ['e-mail templates', (store) => listTemplateRows(store, PROJECT, page)],
])('lists %s in the order of an index, from the first one on', async (_what, work) => {
  const [list = []] = await explainWork(service, work);
  expect(listTypes(list)).not.toContain('Sort');
});

it.each([
  ['collection', 100, 'collection_doc_id_key'],
  ['emailtemplate', '000000000000000000000064', 'email_template_pkey'],
] as const)(
  'lists entries of type %s in the order of an index, from the last one on',
  async (type, cursor, index) => {
    const source = entrySources.find((one) => one.type === type);
    const [nodes = []] = await explainWork(service, async (store) => {
      await source?.page(store, PROJECT, { cursor, skip: 0, limit: 50 });
    });
    expect(listIndexes(nodes)).toEqual([index]);
    expect(listTypes(nodes)).not.toContain('Sort');
  },
);

it('counts entries from indexes of their project alone', async () => {
  const plans = await explainWork(service, async (store) => {
    for (const type of ['collection', 'emailtemplate'])
      await entrySources.find((one) => one.type === type)?.count(store, PROJECT);
  });
  expect(plans).toHaveLength(2);
  for (const nodes of plans) expect(listTypes(nodes)).not.toContain('Seq Scan');
});

it('reads the texts of a project alone', async () => {
  await service.db.query(
    `INSERT INTO static_text SELECT 'p' || p, 'key' || n, '{}', '{}', now()
       FROM generate_series(1, 200) p, generate_series(1, 50) n`,
  );
  await service.db.query('VACUUM ANALYZE static_text');
  const [nodes = []] = await explainWork(service, (store) => findTexts(store, PROJECT));
  expect(listTypes(nodes)).not.toContain('Seq Scan');
});
