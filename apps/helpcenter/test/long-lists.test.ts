import { setTimeout as sleep } from 'node:timers/promises';
import type { CallContext } from '@parley/rpc';
import type { TestHelpcenter, TestProject } from './support/helpcenter';
import { beforeEachVisit } from './support/visitors';

const ARTICLES = 30_000;

let service: TestHelpcenter;
let project: TestProject;
let guest: CallContext;

beforeEachVisit((visit) => ({ service, project, guest } = visit));

/** Writes articles straight into the database; their titles are `Title 1`, `Title 2` and so on. */
const fill = async (): Promise<void> => {
  const { id } = await project.collection();
  await service.db.query(
    `INSERT INTO article (project_id, id, organisation_id, collection_id, doc_id, title, description, content,
       plain_content, is_draft, tags, upvotes, target_audience, base_audience_filter, extended_audience_filter, lexorank,
       version, created_at, updated_at)
     SELECT $1, lpad(to_hex(n), 24, '0'), 'o', $2, n, jsonb_build_object('en', 'Title ' || n), '{}', '{}', '{}', false,
       '{}', 0, 'all', '[]', '[]', 'i', 1, now(), now() FROM generate_series(1, $3::integer) n`,
    [project.id, id, ARTICLES],
  );
  await service.db.query('ANALYZE article');
};

/** Reads the beginning of a list, rests, has the last article renamed, and reads the rest; answers the last one of the list. */
const readLate = async <Part, One>(
  parts: AsyncIterable<Part>,
  list: (part: Part) => readonly One[],
): Promise<One | undefined> => {
  let rested = false;
  let last: One | undefined;
  for await (const part of parts) {
    last = list(part).at(-1) ?? last;
    if (rested) continue;
    rested = true;
    // A list that is read ahead of its reader has read the last article by then.
    await sleep(1_000);
    await service.db.query(
      `UPDATE article SET title = '{"en":"Renamed"}' WHERE project_id = $1 AND id = lpad(to_hex($2::integer), 24, '0')`,
      [project.id, ARTICLES],
    );
  }
  return last;
};

describe('lists of any length (9): what nobody has read yet is not in memory', () => {
  beforeEach(fill);

  it('the pages of the sitemap', async () => {
    const last = await readLate(service.site.listPages({}, guest), ({ pages }) => pages);
    expect(last?.addresses[0]?.url).toMatch(/-renamed$/);
  });

  it('the texts to translate', async () => {
    const parts = service.translations.listTranslationEntries({ type: 'article' }, project.as('user'));
    const last = await readLate(parts, ({ entries }) => entries);
    expect(last?.name).toBe('Renamed');
  });
});
