import { forbidden, unavailable } from '@parley/errors';
import { fileId, fileKey, keyOfFileUrl } from '@parley/files';
import { newId } from '@parley/persistence';
import { createClient } from '@parley/rpc';
import { FileReferencesServiceDefinition } from '@parley/proto/generated/parley/common/v1/file_references_service';
import { Readable } from 'node:stream';
import { widgetSignature } from '../src/auth/widget';
import { operations } from '../src/routes';
import { deleteUnnamedFiles } from '../src/uploads/delete-unnamed-files';
import { CONTACT_FILES_PER_HOUR, MAX_CONTACT_FILE_BYTES, UNNAMED_FILE_MS } from '../src/limits/files';
import { type ApiAnswer, startTestGateway, type TestGateway } from './support/gateway';
import { PROJECT, PROJECT_KEY, SESSION_SECRET } from './support/identities';
import { createStubServices } from './support/services';
import { folderStore, buildForm, formType, type Part, withoutStub } from './support/uploads';

const LIMIT = 100_000;
const PUBLIC = 'https://support.example.com';

let gateway: TestGateway;
let folder: Awaited<ReturnType<typeof folderStore>>;
let blocked = false;
beforeAll(async () => {
  folder = await folderStore();
  gateway = await startTestGateway({
    callers: withoutStub,
    files: folder.store,
    publicUrl: PUBLIC,
    operations: operations.map((row) =>
      row.id === 'widget.upload' ? { ...row, options: { ...row.options, maxBodyBytes: LIMIT } } : row,
    ),
  });
  gateway.answers['checkWriter'] = () => {
    if (blocked) throw forbidden('CONTACT_BLOCKED', 'The contact is blocked.');
    return { contactId: 'c1' };
  };
});
afterAll(async () => {
  await gateway.stop();
  await folder.remove();
});
beforeEach(() => {
  blocked = false;
});

const text: Part = { field: 'file', name: 'notes.txt', content: 'The bill.' };
const upload = (svcId: string, parts: Part[] = [text], headers: Record<string, string> = {}) =>
  gateway.api('POST', '/shared/uploads', {
    token: null,
    project: null,
    body: buildForm(...parts),
    headers: {
      ...formType,
      'api-token': PROJECT_KEY,
      'svc-id': svcId,
      'svc-hash': widgetSignature(SESSION_SECRET, svcId),
      ...headers,
    },
  });
const readOutcome = ({ status, body }: ApiAnswer): unknown => [status, (body as { code?: string }).code];
const readKey = ({ body }: ApiAnswer): string =>
  keyOfFileUrl(PUBLIC, (body as { fileUrl: string }).fileUrl) ?? '';

describe('POST /shared/uploads', () => {
  it('takes up to 20 MB', () => {
    expect(MAX_CONTACT_FILE_BYTES).toBe(20_971_520);
    const row = operations.find(({ id }) => id === 'widget.upload');
    expect(row?.options.maxBodyBytes).toBe(MAX_CONTACT_FILE_BYTES);
  });

  it('answers the permanent URL of the file, as uploads of staff do', async () => {
    const answer = await upload('s1');
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['fileUrl']);
    expect(readKey(answer)).toMatch(new RegExp(`^${PROJECT}/[\\w-]{32}/notes\\.txt$`));
    const read = await fetch(`${gateway.url}/files/${readKey(answer)}`);
    expect(await read.text()).toBe('The bill.');
  });

  it('looks at the content as uploads of staff do: a name does not lie', async () => {
    const answer = await upload('s1', [{ field: 'file', name: 'x.png', content: '<svg xmlns="x"/>' }]);
    expect(readKey(answer)).not.toMatch(/\.png$/);
  });

  it('refuses a blocked contact with 403 contact_blocked and keeps nothing of the file', async () => {
    blocked = true;
    const before = await folder.left();
    expect(readOutcome(await upload('s2'))).toEqual([403, 'contact_blocked']);
    expect(await folder.left()).toEqual(before);
  });

  it('demands a signed session, a field of the name file and at most so many bytes', async () => {
    expect(readOutcome(await upload('s3', [text], { 'svc-hash': 'x' }))).toEqual([401, 'invalid_session']);
    expect(readOutcome(await upload('s3', [{ ...text, field: 'other' }]))).toEqual([400, 'invalid_input']);
    const large = { ...text, content: Buffer.alloc(LIMIT + 1) };
    expect(readOutcome(await upload('s3', [large]))).toEqual([413, 'payload_too_large']);
  });

  it('takes 30 files an hour of a contact, whatever other contacts send, and answers 429 beyond', async () => {
    expect(CONTACT_FILES_PER_HOUR).toBe(30);
    for (let file = 0; file < 30; file += 1) expect((await upload('s4')).status).toBe(200);
    const refused = await upload('s4');
    expect(readOutcome(refused)).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await upload('s5')).status).toBe(200);
  });
});

describe('A file of a contact', () => {
  const references = (named: () => string[], asked: string[]) => {
    const released: { seq: string; file: string }[] = [];
    const { callers } = createStubServices({
      findNamedFiles: ({ files }: { files: string[] }) => {
        asked.push(...files);
        return { files: named() };
      },
      findReleasedFiles: () => ({ released }),
      forgetReleasedFiles: ({ seqs }: { seqs: string[] }) => {
        for (const seq of seqs)
          released.splice(
            released.findIndex((entry) => entry.seq === seq),
            1,
          );
      },
    });
    const { tickets } = callers;
    if (!tickets) throw new Error('no tickets');
    return { released, client: createClient(FileReferencesServiceDefinition, tickets) };
  };
  const sweep = (client: ReturnType<typeof references>['client'], ahead = 0) =>
    deleteUnnamedFiles({
      files: folder.store,
      sql: gateway.database.db,
      references: [client],
      now: () => Date.now() + ahead,
    });

  it('is deleted 24 hours later unless something names it, and not before', async () => {
    expect(UNNAMED_FILE_MS).toBe(86_400_000);
    const [named, unnamed] = [readKey(await upload('s6')), readKey(await upload('s6'))];
    const asked: string[] = [];
    const { client } = references(() => [fileId(named)], asked);
    await sweep(client, UNNAMED_FILE_MS - 60_000);
    expect(asked).toEqual([]);
    await sweep(client, UNNAMED_FILE_MS + 1_000);
    expect(asked).toEqual(expect.arrayContaining([named, unnamed].map(fileId)));
    expect(await folder.store.find(named)).toBeDefined();
    expect(await folder.store.find(unnamed)).toBeUndefined();
    expect(await gateway.database.db.query('SELECT key FROM contact_upload')).toEqual([]);
  });

  it('of a version that released none is noted once, and deleted 24 hours later unless something names it', async () => {
    const { db } = gateway.database;
    const key = () => fileKey(newId(), 'a.txt');
    const [named, unnamed, later] = [key(), key(), key()];
    const put = (file: string) =>
      folder.store.put(file, Readable.from([Buffer.from('x')]), { contentType: 'text/plain' });
    for (const file of [named, unnamed]) await put(file);
    await db.query('DELETE FROM former_files');
    await db.query('INSERT INTO former_files (stored_before) VALUES ($1)', [new Date(Date.now() + 60_000)]);
    const { client } = references(() => [fileId(named)], []);
    await sweep(client);
    await put(later);
    await sweep(client, UNNAMED_FILE_MS + 1_000);
    expect(await folder.store.find(unnamed)).toBeUndefined();
    for (const file of [named, later]) expect(await folder.store.find(file)).toBeDefined();
    expect(await db.query('SELECT FROM former_files')).toEqual([]);
  });

  it('that a row released goes unless another names it; nothing goes while a service is away', async () => {
    const [named, unnamed] = [readKey(await upload('s7')), readKey(await upload('s7'))];
    let isAway = true;
    const { client, released } = references(() => {
      if (isAway) throw unavailable('away');
      return [fileId(named)];
    }, []);
    released.push({ seq: '1', file: fileId(named) }, { seq: '2', file: fileId(unnamed) });
    await expect(sweep(client)).rejects.toThrow('away');
    expect(await folder.store.find(unnamed)).toBeDefined();
    expect(released).toHaveLength(2);
    isAway = false;
    await sweep(client);
    expect(released).toEqual([]);
    expect(await folder.store.find(named)).toBeDefined();
    expect(await folder.store.find(unnamed)).toBeUndefined();
  });
});

it('A file of the team is noted only until its address was answered', async () => {
  const answer = await gateway.api('POST', '/uploads', { body: buildForm(text), headers: formType });
  const notes = 'SELECT key FROM contact_upload WHERE key = $1';
  expect(await gateway.database.db.query(notes, [readKey(answer)])).toEqual([]);
});
