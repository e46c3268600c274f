import { fileId, fileKey, fileUrl } from '@parley/files';
import { newId } from '@parley/persistence';
import {
  CodeServiceDefinition,
  type Repository,
} from '@parley/proto/generated/parley/knowledge/v1/code_service';
import { KnowledgeServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/knowledge_service';
import { type Client, createClient, createLocalCaller } from '@parley/rpc';
import { eventually } from '@parley/testing';
import { Readable } from 'node:stream';
import { packTarGz, packTar, packZip } from './support/archives';
import { whileDeadly } from './support/deadly';
import { type SiteProject, silentObserver, startWebsites, type TestWebsites } from './support/websites';

const PUBLIC_URL = 'http://127.0.0.1:3000';

let service: TestWebsites;
let code: Client<typeof CodeServiceDefinition>;
let knowledge: Client<typeof KnowledgeServiceDefinition>;
let project: SiteProject;

beforeAll(async () => {
  service = await startWebsites();
  const caller = createLocalCaller(service.module.implementations, silentObserver);
  code = createClient(CodeServiceDefinition, caller);
  knowledge = createClient(KnowledgeServiceDefinition, caller);
});
beforeEach(() => {
  project = service.project();
});
afterAll(() => service.stop());

const upload = async (bytes: Buffer, projectId = project.id): Promise<{ key: string; url: string }> => {
  const key = fileKey(projectId, 'shop.zip');
  await service.files.put(key, Readable.from([bytes]), { contentType: 'application/zip' });
  return { key, url: fileUrl(PUBLIC_URL, key) };
};

/** Until an upload is named by no repository any more: the gateway deletes it then, if nothing else names it. */
const released = (key: string): Promise<void> =>
  eventually(async () =>
    expect(await service.db.query('SELECT FROM released_file WHERE file = $1', [fileId(key)])).toHaveLength(
      1,
    ),
  );

const required = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('It is missing');
  return value;
};

const connect = async (bytes: Buffer, name = 'Shop'): Promise<Repository & { key: string }> => {
  const { key, url } = await upload(bytes);
  const { repository } = await code.connectRepository({ name, fileUrl: url }, project.as());
  return { ...required(repository), key };
};

const settled = async (repositoryId: string): Promise<Repository> => {
  let repository: Repository | undefined;
  await eventually(async () => {
    repository = (await code.getRepository({ repositoryId }, project.as())).repository;
    expect(repository?.status).toMatch(/ready|failed/);
  });
  return required(repository);
};

const ask = async (question: string, context = project.as()): Promise<string> =>
  (await code.askCode({ question }, context)).answer;

const files = [
  {
    name: 'shop/README.md',
    content:
      '# Refunds\n\nRefunds are paid within 14 days after the goods have arrived. See `calculateRefund` in src/refunds/calc.ts.\n\n```ts\nconst a = 1;\n```\n',
  },
  {
    name: 'shop/src/refunds/calc.ts',
    content:
      '// A voucher expires three years after its purchase.\n// The function calculateRefund adds it up.\nexport const calculateRefund = (order) => order.total;\nconst password = "hunter2hunter2";\n',
  },
  { name: 'shop/node_modules/x/index.js', content: '// Foreign comment about zebras and their stripes.' },
];

describe('a repository', () => {
  test.each([
    ['.zip', () => Promise.resolve(packZip(files))],
    ['.tar', () => packTar(files)],
    ['.tar.gz', () => packTarGz(files)],
  ])('of a %s is read, found when it is ready, and its upload deleted', async (_kind, packed) => {
    const { id, key, ...sent } = await connect(await packed());
    expect(sent).toMatchObject({ name: 'Shop', status: 'queued', files: 0, skipped: 0 });
    expect(JSON.stringify(sent)).not.toContain(key);
    expect(await settled(id)).toMatchObject({ status: 'ready', files: 2, skipped: 1 });
    expect(await ask('Within how many days are refunds paid?')).toContain(
      '14 days after the goods have arrived',
    );
    expect(await ask('When does a voucher expire?')).toContain('three years after its purchase');
    await released(key);
  });

  test('is asked with an event that says so, and holds nothing of the question', async () => {
    await service.db.query('CREATE TABLE told AS SELECT * FROM outbox_event WITH NO DATA');
    await service.db.query(
      `CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO told SELECT NEW.*; RETURN NULL; END'`,
    );
    await service.db.query(
      'CREATE TRIGGER tell AFTER INSERT ON outbox_event FOR EACH ROW EXECUTE FUNCTION tell()',
    );
    await ask('Where does the trombone live?');
    expect(await service.db.query('SELECT subject, project_id AS "projectId", payload FROM told')).toEqual([
      {
        subject: 'knowledge.v1.question.asked',
        projectId: project.id,
        payload: { grounded: false, surface: 'code', sources: [] },
      },
    ]);
  });

  test('answers hold no code, names, files or secrets, and neither do results of a search, which have its name of the moment', async () => {
    const { id } = await connect(packZip(files));
    await settled(id);
    const answers = await Promise.all(
      [
        'Show me the code of calculateRefund',
        'What adds the refund up?',
        'Which password is used?',
        'refunds voucher',
      ].map((question) => ask(question)),
    );
    const { results } = await knowledge.searchKnowledge(
      { query: 'refund voucher password calculateRefund', documentTypeFilter: 'code' } as never,
      project.as(),
    );
    const told = [...answers, JSON.stringify(results)].join('\n');
    expect(answers.every((answer) => answer.trim() !== '')).toBe(true);
    expect(results.length).toBeGreaterThan(0);
    expect(told).not.toMatch(/calculateRefund|calc\.ts|order\.total|hunter2|const |`|zebra/);
    expect(results[0]).toMatchObject({ sourceId: id, sourceType: 'code', title: 'Shop' });
    expect(results[0]?.url).toBeUndefined();
    await code.updateRepository({ repositoryId: id, name: 'Harpsichord shop' }, project.as());
    await eventually(async () => {
      const asked = { query: 'harpsichord', documentTypeFilter: 'code' };
      const renamed = await knowledge.searchKnowledge(asked as never, project.as());
      expect(renamed.results).toMatchObject([{ sourceId: id, title: 'Harpsichord shop' }]);
    });
  });

  test('that cannot be read has failed, and names its upload no more', async () => {
    for (const [bytes, error] of [
      [Buffer.from('no archive at all '.repeat(100)), 'archive_invalid'],
      [packZip([{ name: 'x.lock', content: Buffer.from([0]) }]), 'archive_empty'],
      [packZip([{ name: 'bomb.txt', content: '', claimedSize: 300 * 1_048_576 }]), 'archive_too_large'],
    ] as const) {
      const { id, key } = await connect(bytes, error);
      expect(await settled(id)).toMatchObject({ status: 'failed', error });
      await released(key);
    }
  });

  test('with which three processes died has failed, names its upload no more, and another one is read', async () => {
    const { id, key } = await whileDeadly(service.db, 'repository', () => connect(packZip(files)));
    expect(await settled(id)).toMatchObject({ status: 'failed', error: 'archive_invalid' });
    await released(key);
    const { url } = await upload(packZip(files));
    await code.updateRepository({ repositoryId: id, fileUrl: url }, project.as());
    expect(await settled(id)).toMatchObject({ status: 'ready', files: 2 });
  });

  test('a new archive replaces the old one when it is ready; one that cannot be read replaces nothing', async () => {
    const { id } = await connect(packZip(files));
    await settled(id);
    const broken = await upload(Buffer.from('no archive at all '.repeat(100)));
    await code.updateRepository({ repositoryId: id, fileUrl: broken.url }, project.as());
    expect(await settled(id)).toMatchObject({ status: 'failed', error: 'archive_invalid' });
    expect(await ask('Within how many days are refunds paid?')).toContain('14 days');
    const next = await upload(
      packZip([{ name: 'README.md', content: 'Refunds are paid within 30 days by bank transfer.' }]),
    );
    await code.updateRepository({ repositoryId: id, fileUrl: next.url }, project.as());
    expect(await settled(id)).toMatchObject({ status: 'ready', files: 1 });
    const answer = await ask('Within how many days are refunds paid?');
    expect(answer).toContain('30 days');
    expect(answer).not.toContain('14 days');
  });

  test('that is disconnected is gone at once', async () => {
    const { id } = await connect(packZip(files));
    await settled(id);
    const { repository } = await code.disconnectRepository({ repositoryId: id }, project.as());
    expect(repository).toMatchObject({ id, status: 'ready' });
    expect(await ask('Within how many days are refunds paid?')).toBe(
      'No code repository is ready to be asked.',
    );
    const left = await service.db.query(
      `SELECT project_id FROM document WHERE project_id = $1 UNION ALL SELECT project_id FROM repository_word WHERE project_id = $1
       UNION ALL SELECT project_id FROM code_excerpt WHERE project_id = $1`,
      [project.id],
    );
    expect(left).toEqual([]);
  });

  test('nothing that fits, or nothing to ask: a plain sentence in the language of the question', async () => {
    const { id } = await connect(packZip(files));
    await settled(id);
    const other = service.project().as('admin');
    for (const [question, nothing, notReady] of [
      [
        'Who painted the Mona Lisa?',
        'Nothing about this was found in the connected code.',
        'No code repository is ready to be asked.',
      ],
      [
        'Wer hat die Mona Lisa gemalt?',
        'Im verbundenen Code wurde dazu nichts gefunden.',
        'Noch kann kein Code-Repository befragt werden.',
      ],
      [
        'Qui est-ce qui peint la Joconde pour vous ?',
        'Rien à ce sujet n’a été trouvé dans le code connecté.',
        'Aucun dépôt de code n’est encore prêt à être interrogé.',
      ],
      [
        '¿Quién pintó la Gioconda y por qué?',
        'No se ha encontrado nada sobre esto en el código conectado.',
        'Todavía no hay ningún repositorio de código listo para consultar.',
      ],
      [
        'Chi dipinse la Gioconda per il re di Francia?',
        'Nel codice collegato non è stato trovato nulla al riguardo.',
        'Nessun repository di codice è ancora pronto per essere interrogato.',
      ],
      [
        'Quem pintou a Gioconda e por que não está em Lisboa?',
        'Nada sobre isto foi encontrado no código conectado.',
        'Ainda não há nenhum repositório de código pronto para consulta.',
      ],
      [
        'Wie heeft de Mona Lisa geschilderd?',
        'Hierover is niets gevonden in de verbonden code.',
        'Er kan nog geen coderepository worden bevraagd.',
      ],
      [
        '誰がモナリザを描いたのですか',
        'Nothing about this was found in the connected code.',
        'No code repository is ready to be asked.',
      ],
    ] as const) {
      expect(await ask(question)).toBe(nothing);
      expect(await ask(question, other)).toBe(notReady);
    }
  });
});

describe('what is refused', () => {
  test('an upload of another project, a foreign and an unknown address: 400 naming fileUrl', async () => {
    const { url: theirs } = await upload(packZip(files), newId());
    const unknown = fileUrl(PUBLIC_URL, fileKey(project.id, 'a.zip'));
    for (const url of [theirs, unknown, 'https://example.com/a.zip', 'x'])
      await expect(code.connectRepository({ name: 'A', fileUrl: url }, project.as())).rejects.toMatchObject({
        reason: 'INVALID_INPUT',
        fields: [{ field: 'fileUrl' }],
      });
  });

  test('a name twice is 409 repository_name_taken, a 21st repository 409, a blank name and question 400', async () => {
    await connect(packZip(files), 'One');
    await expect(connect(packZip(files), 'One')).rejects.toMatchObject({ reason: 'REPOSITORY_NAME_TAKEN' });
    let id = '';
    for (let n = 2; n <= 20; n += 1) ({ id } = await connect(packZip(files), `Repository ${n}`));
    const rename = (name: string) => code.updateRepository({ repositoryId: id, name }, project.as());
    await expect(rename('One')).rejects.toMatchObject({ reason: 'REPOSITORY_NAME_TAKEN' });
    expect((await rename('Newest')).repository?.name).toBe('Newest');
    const { repositories } = await code.listRepositories({}, project.as());
    const names = repositories.map(({ name }) => name);
    expect([names.length, names[0], names[1], names.at(-1)]).toEqual([20, 'Newest', 'Repository 19', 'One']);
    await expect(connect(packZip(files), 'One more')).rejects.toMatchObject({
      reason: 'TOO_MANY_REPOSITORIES',
    });
    await expect(connect(packZip(files), ' ')).rejects.toMatchObject({ fields: [{ field: 'name' }] });
    await expect(ask(' ')).rejects.toMatchObject({ fields: [{ field: 'question' }] });
  });

  test('another project sees nothing of it', async () => {
    const { id } = await connect(packZip(files));
    await settled(id);
    const context = service.project().as('admin');
    expect((await code.listRepositories({}, context)).repositories).toEqual([]);
    expect(await ask('Within how many days are refunds paid?', context)).toBe(
      'No code repository is ready to be asked.',
    );
    for (const sent of [
      () => code.getRepository({ repositoryId: id }, context),
      () => code.updateRepository({ repositoryId: id, name: 'Theirs' }, context),
      () => code.disconnectRepository({ repositoryId: id }, context),
    ])
      await expect(sent()).rejects.toMatchObject({ reason: 'REPOSITORY_NOT_FOUND' });
  });
});
