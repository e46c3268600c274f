import { eventually, packZip } from '@parley/testing';
import {
  conflicting,
  invalidAt,
  notFound,
  startHelpcenter,
  type TestHelpcenter,
  type TestProject,
} from './support/helpcenter';
import { type Folder, importFolder, PUBLIC_URL, readTree, upload } from './support/imports';

let service: TestHelpcenter;

beforeAll(async () => {
  service = await startHelpcenter();
});

afterAll(() => service.stop());

const run = (project: TestProject, folder: Folder | Buffer, options = {}) =>
  importFolder(service, project, folder, options);

describe('bounds of an import', () => {
  const start = async (bytes: Buffer, project = service.project()) =>
    service.imports.startImport({ fileUrl: await upload(service, project, bytes) }, project.as('user'));

  it('refuses a file that is no ZIP or has no files with 400', async () => {
    for (const bytes of [Buffer.from('no zip'), Buffer.from(''), packZip([])])
      await expect(start(bytes)).rejects.toMatchObject(invalidAt('fileUrl'));
    const project = service.project();
    for (const fileUrl of [`${PUBLIC_URL}/files/${project.id}/x/y`, 'https://example.com/a.zip', 'a'])
      await expect(service.imports.startImport({ fileUrl }, project.as('user'))).rejects.toMatchObject(
        invalidAt('fileUrl'),
      );
  });

  it('refuses more than 50 MB, 200 MB unpacked or 20,000 entries with 413', async () => {
    const tooLarge = { kind: 'tooLarge', reason: 'PAYLOAD_TOO_LARGE' };
    await expect(start(Buffer.alloc(50 * 1_048_576 + 1))).rejects.toMatchObject(tooLarge);
    const many = Array.from({ length: 20_001 }, (_, n) => ({ name: `${n}.md` }));
    await expect(start(packZip(many))).rejects.toMatchObject(tooLarge);
    const large = [
      { name: 'a.md', claimedSize: 150 * 1_048_576 },
      { name: 'b.md', claimedSize: 60 * 1_048_576 },
    ];
    await expect(start(packZip(large))).rejects.toMatchObject(tooLarge);
  });

  it('fails without an article and with more than 5,000', async () => {
    const project = service.project();
    expect(await run(project, { 'a.txt': 'x' })).toMatchObject({ status: 'failed', error: 'archive_empty' });
    const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`a/${n}.md`, 'x']));
    expect(await run(project, many)).toMatchObject({ status: 'failed', error: 'archive_too_large' });
    expect(await project.collections('all')).toEqual([]);
  });

  it('reports an article that cannot be imported, and imports the others', async () => {
    const project = service.project();
    const folder = {
      'a/large.md': Buffer.alloc(5 * 1_048_576 + 1, 'a'),
      'a/long.md': 'a '.repeat(110_000),
      'a/x.md': '---\n: [\n---\n# X',
    };
    const report = await run(project, folder);
    expect(report).toMatchObject({ status: 'done', created: 1, failed: 2 });
    expect(report.problems.map(({ path, code }) => [path, code]).sort()).toEqual([
      ['large.md', 'article_too_large'],
      ['long.md', 'payload_too_large'],
      ['x.md', 'front_matter_invalid'],
    ]);
  });

  it('unpacks no more than an entry says', async () => {
    const bomb = packZip([
      { name: 'a/bomb.md', content: 'a'.repeat(50_000_000), claimedSize: 100 },
      { name: 'a/x.md', content: '# X' },
    ]);
    const report = await run(service.project(), bomb);
    expect(report).toMatchObject({ created: 1, failed: 1 });
    expect(report.problems).toMatchObject([{ path: 'bomb.md', code: 'archive_invalid' }]);
  });

  it('passes over names that lead elsewhere, links and clutter', async () => {
    const project = service.project();
    const zip = packZip([
      { name: '../../etc/x.md', content: '# Evil' },
      { name: '/abs.md', content: '# Evil' },
      { name: 'C:\\x.md', content: '# Evil' },
      { name: 'a/link.md', content: '/etc/passwd', type: 'symlink' },
      { name: '__MACOSX/a/._x.md', content: 'x' },
      { name: 'a/.hidden.md', content: 'x' },
      { name: 'a/inner.zip', content: packZip([{ name: 'y.md', content: '# Inner' }]) },
      { name: 'a/x.md', content: '# X' },
      { name: 'b/ü.md', content: '# Ü' },
    ]);
    const report = await run(project, zip);
    expect(report).toMatchObject({ created: 2, skipped: 5 });
    expect(report.problems.map(({ code }) => code)).toEqual(Array(4).fill('name_refused'));
    expect(await readTree(project)).toEqual([
      ['A', ['X']],
      ['B', ['Ü']],
    ]);
  });

  it('puts what is deeper than 10 levels into the tenth', async () => {
    const project = service.project();
    const report = await run(project, { [`${'a/'.repeat(12)}x.md`]: '# X', 'y.md': '# Y' });
    expect(report).toMatchObject({ created: 2, collections: 11 });
    expect(report.problems).toMatchObject([{ code: 'folder_too_deep' }]);
  });

  it('lists 1,000 problems and counts all', async () => {
    const links = Array.from({ length: 1_200 }, (_, n) => `[x](gone-${n}.md)`).join('\n\n');
    const report = await run(service.project(), { 'a/x.md': links });
    expect(report.problemCount).toBe(1_200);
    expect(report.problems).toHaveLength(1_000);
  });
});

describe('imports of a project', () => {
  it('are three at a time, and of no other project', async () => {
    const project = service.project();
    const other = service.project();
    await service.db.query(
      `INSERT INTO article_import (project_id, id, organisation_id, options, started_by, status, created_at, updated_at)
       SELECT $1, lpad(n::text, 24, '0'), 'o', '{"dryRun":false}', '{}', 'queued', now(), now() FROM generate_series(1, 3) n`,
      [project.id],
    );
    await expect(run(project, { 'a/x.md': 'x' })).rejects.toMatchObject(conflicting('TOO_MANY_IMPORTS'));
    const jobId = '1'.padStart(24, '0');
    const { job } = await service.imports.getImport({ jobId }, project.as('agent'));
    expect(job).toMatchObject({ id: jobId, status: 'queued', created: 0 });
    await expect(service.imports.getImport({ jobId }, other.as('agent'))).rejects.toMatchObject(
      notFound('IMPORT_JOB'),
    );
    const fileUrl = await upload(service, project, packZip([{ name: 'x.md' }]));
    await expect(service.imports.startImport({ fileUrl }, other.as('user'))).rejects.toMatchObject(
      invalidAt('fileUrl'),
    );
    const { id } = await project.collection();
    const request = { fileUrl: await upload(service, other, packZip([{ name: 'x.md' }])), collectionId: id };
    await expect(service.imports.startImport(request, other.as('user'))).rejects.toMatchObject(
      notFound('COLLECTION'),
    );
  });

  it('release their file: at once after an import, a day after a dry run', async () => {
    const project = service.project();
    const [wet, dry, both] = await Promise.all(
      [1, 2, 3].map(() => upload(service, project, packZip([{ name: 'x.md' }]))),
    );
    const start = (fileUrl = '', dryRun = false) =>
      service.imports.startImport({ fileUrl, wait: true, dryRun }, project.as('user'));
    await start(dry, true);
    await start(both, true);
    const released = async (): Promise<string[]> =>
      (
        await service.db.query<{ file: string }>(
          `SELECT DISTINCT file FROM released_file WHERE file LIKE $1 || '/%' ORDER BY file`,
          [project.id],
        )
      ).map(({ file }) => file);
    const toId = (url = ''): string => url.split('/files/')[1]?.split('/').slice(0, 2).join('/') ?? '';
    expect(await released()).toEqual([]);
    await start(wet);
    await start(both);
    expect(await released()).toEqual([toId(wet), toId(both)].sort());
    await service.db.query(
      `UPDATE article_import SET finished_at = now() - interval '25 hours' WHERE project_id = $1`,
      [project.id],
    );
    await service.db.query(`UPDATE job SET due_at = now() WHERE name = 'article import pruning'`);
    await eventually(async () => expect(await released()).toEqual([toId(wet), toId(dry), toId(both)].sort()));
  });

  it('are dropped 30 days after their end', async () => {
    const project = service.project();
    const { id } = await run(project, { 'a/x.md': 'x' });
    await service.db.query(
      `UPDATE article_import SET finished_at = now() - interval '31 days' WHERE project_id = $1`,
      [project.id],
    );
    await service.db.query(`UPDATE job SET due_at = now() WHERE name = 'article import pruning'`);
    await eventually(async () =>
      expect(await service.db.query('SELECT id FROM article_import WHERE id = $1', [id])).toEqual([]),
    );
  });
});
