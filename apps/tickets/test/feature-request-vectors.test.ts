import { type Ai, createEndpointAi, createLexicalAi, wordsIn } from '@parley/ai';
import { unavailable } from '@parley/errors';
import { createJobs } from '@parley/jobs';
import { type Database, migrate, newId } from '@parley/persistence';
import { createLogger } from '@parley/telemetry';
import { createTestDatabase, eventually, startModelServer, type TestDatabase } from '@parley/testing';
import { createVectorKeeper, vectorsJob } from '../src/feature-requests/keep-vectors';
import { scanDuplicates } from '../src/feature-requests/scan-duplicates';
import { dueMarks, writeVectors } from '../src/feature-requests/vector.store';
import { migrations } from '../src/generated/migrations';
import { callerIn, startTickets } from './support/service';

const log = createLogger({ service: 'tickets', level: 'silent' });
const lexical = createLexicalAi();
/** The vectors of the lexical model under another name. */
const renamed = (embeddingModel: string): Ai => ({
  ...lexical,
  embeddingModel,
  embed: async (texts) => ({ ...(await lexical.embed(texts)), model: embeddingModel }),
});

describe('The vectors of feature requests', () => {
  let database: TestDatabase;
  let db: Database;
  let projectId: string;
  beforeAll(async () => {
    database = await createTestDatabase('feature_vectors');
    db = database.db;
    await migrate(database.url, migrations, log);
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    projectId = newId();
    await db.query('DELETE FROM search_queue');
    await db.query('DELETE FROM feature_request_vector');
    await db.query('DELETE FROM job');
  });

  const insert = async (title: string, type = 'FEATURE_REQUEST') => {
    const id = newId();
    await db.query(
      `INSERT INTO ticket (project_id, id, organisation_id, bug_id, title, type, status, priority, share_token,
         secret_share_token, mail_token, last_activity, created_at, updated_at)
       VALUES ($1, $2, 'o', (SELECT count(*) FROM ticket WHERE project_id = $1), $3, $4, 'OPEN', 1, $2, $2, $2, now(), now(), now())`,
      [projectId, id, title, type],
    );
    return id;
  };
  const models = async () =>
    Object.fromEntries(
      (
        await db.query<{ id: string; model: string }>(
          'SELECT ticket_id AS id, model FROM feature_request_vector',
        )
      ).map(({ id, model }) => [id, model]),
    );
  const marks = async () =>
    (await db.query<{ id: string }>(`SELECT id FROM search_queue ORDER BY id`)).map(({ id }) => id);
  const rename = (id: string, title: string) =>
    db.query('UPDATE ticket SET title = $2 WHERE id = $1', [id, title]);
  /** Does what a process does that starts, until something holds. */
  const keepUntil = async (ai: Ai, check: () => Promise<void>): Promise<void> => {
    const jobs = createJobs({ db, log });
    jobs.work(vectorsJob, createVectorKeeper({ db, ai, log, clock: () => new Date() }));
    jobs.start();
    await eventually(async () => {
      jobs.wake();
      await check();
    }).finally(() => jobs.stop());
  };
  const expectModels = async (expected: Record<string, string>): Promise<void> => {
    expect(await models()).toEqual(expected);
    expect(await marks()).toEqual([]);
  };

  it('are marked by what changes them and by nothing else', async () => {
    const id = await insert('A');
    const bug = await insert('B', 'BUG');
    expect(await marks()).toEqual([id]);
    await db.query('DELETE FROM search_queue');
    await db.query(`UPDATE ticket SET status = 'DONE', updated_at = now(), title = title WHERE id = $1`, [
      id,
    ]);
    await rename(bug, 'still a bug');
    expect(await marks()).toEqual([]);
    for (const change of [
      `title = 'x'`,
      `description = 'x'`,
      `plain_content = 'x'`,
      'archived = true',
      'hidden = true',
    ]) {
      await db.query(`UPDATE ticket SET ${change} WHERE id = $1`, [id]);
      expect(await marks()).toEqual([id]);
      await db.query('DELETE FROM search_queue');
    }
    await db.query(`UPDATE ticket SET type = 'FEATURE_REQUEST' WHERE id = $1`, [bug]);
    await db.query('DELETE FROM ticket WHERE id = $1', [id]);
    expect(await marks()).toEqual([id, bug].sort());
  });

  it('are made anew by the model in use, in the background', async () => {
    const ids = [await insert('Dark mode'), await insert('CSV export')];
    const madeBy = (model: string) => () => expectModels(Object.fromEntries(ids.map((id) => [id, model])));
    await keepUntil(lexical, madeBy('lexical-v1'));
    await db.query(`UPDATE job SET due_at = now()`);
    await keepUntil(renamed('another'), madeBy('another'));
  });

  it('are never of a former text: a change during the work is worked on again', async () => {
    const id = await insert('first');
    const read = await dueMarks(db, 10);
    await rename(id, 'second');
    const { vectors } = await lexical.embed(['first']);
    await writeVectors(db, read, 'lexical-v1', [{ projectId, id, vector: vectors[0] ?? new Float32Array() }]);
    expect(await models()).toEqual({});
    expect(await marks()).toEqual([id]);
    await keepUntil(lexical, () => expectModels({ [id]: 'lexical-v1' }));
  });

  it('of the others are made although the endpoint refuses one text, which is tried 10 times', async () => {
    const server = await startModelServer({ embed: lexical.embed, wordsIn });
    server.interfere((response, { body }) => {
      if (!JSON.stringify(body).includes('poison')) return false;
      response.writeHead(400).end('{}');
      return true;
    });
    const ai = createEndpointAi({ baseUrl: server.url, chatModel: 'c', embeddingModel: 'e' });
    const good = [await insert('good'), await insert('better')];
    const bad = await insert('poison');
    await keepUntil(ai, async () => {
      expect(Object.keys(await models()).sort()).toEqual(good.sort());
      expect(await db.query('SELECT id, attempts FROM search_queue')).toEqual([{ id: bad, attempts: 1 }]);
    });
    // A scan for duplicates does without it.
    const twin = await insert('good');
    const { signal } = new AbortController();
    expect(await scanDuplicates({ db, ai }, projectId, signal)).toMatchObject([
      { ticketIds: [good[0], twin].sort() },
    ]);
    await db.query('UPDATE search_queue SET attempts = 9, retry_at = NULL WHERE id = $1', [bad]);
    await keepUntil(ai, async () => expect(await marks()).toEqual([]));
    expect(Object.keys(await models()).sort()).toEqual([...good, twin].sort());
    await rename(bad, 'antidote');
    await keepUntil(ai, async () =>
      expect(Object.keys(await models()).sort()).toEqual([...good, bad, twin].sort()),
    );
    await server.close();
  });

  it('wait while the model is away, and none is lost', async () => {
    const id = await insert('x');
    const ai: Ai = { ...lexical, embed: () => Promise.reject(unavailable('away')) };
    await keepUntil(ai, async () =>
      expect(await db.query('SELECT status, error FROM job')).toEqual([{ status: 'waiting', error: 'away' }]),
    );
    expect(await models()).toEqual({});
    // An outage, however long, is no failure of the text.
    expect(await db.query('SELECT attempts FROM search_queue')).toEqual([{ attempts: 0 }]);
    await keepUntil(lexical, () => expectModels({ [id]: 'lexical-v1' }));
  });

  it('are 200 in some rounds, by two processes at once, each once', async () => {
    for (let index = 0; index < 200; index += 1) await insert(`request ${index}`);
    const areMade = async () => {
      expect(Object.keys(await models())).toHaveLength(200);
      expect(await marks()).toEqual([]);
    };
    await Promise.all([keepUntil(lexical, areMade), keepUntil(lexical, areMade)]);
  });
});

describe('With a model that writes', () => {
  const writing: Ai = {
    ...lexical,
    writes: true,
    complete: ({ system, prompt }) =>
      Promise.resolve({
        model: 'writer',
        text: system.includes('the title')
          ? '"A Dark Theme."'
          : `About ${prompt.length > 0 ? 'it' : ''}.\nIn two lines.`,
      }),
  };
  let isAway = false;
  const fails = (): Promise<never> => Promise.reject(unavailable('The AI endpoint is away. Try again.'));
  const ai: Ai = {
    ...writing,
    embed: (texts) => (isAway ? fails() : lexical.embed(texts)),
    complete: (request) => (isAway ? fails() : writing.complete(request)),
  };

  it('titles and descriptions are its own, and nothing changes while it is away', async () => {
    const service = await startTickets('writing_model', { ai, log });
    const caller = callerIn(service.neighbours);
    const create = async (title: string) =>
      (
        await service.tickets.createTicket(
          { ticket: { type: 'FEATURE_REQUEST', title, description: `${title} please` } },
          caller.context,
        )
      ).ticket?.id ?? '';
    const [main, other, third] = [await create('dark'), await create('night'), await create('black')];
    const merge = (id: string) =>
      service.requests.mergeDuplicates({ mainTicketId: main, duplicateTicketIds: [id] }, caller.context);

    expect(await service.trackers.generateTicketData({ sourceTicketId: main }, caller.context)).toEqual({
      title: 'A Dark Theme',
      description: 'About it. In two lines.',
    });
    expect((await merge(other)).ticket).toMatchObject({
      id: main,
      title: 'A Dark Theme',
      description: 'About it. In two lines.',
      duplicatesCount: 1,
    });

    isAway = true;
    const away = { kind: 'unavailable', reason: 'UNAVAILABLE' };
    await expect(merge(third)).rejects.toMatchObject(away);
    await expect(
      service.trackers.generateTicketData({ sourceTicketId: main }, caller.context),
    ).rejects.toMatchObject(away);
    await expect(
      service.requests.searchFeatureRequests({ query: 'dark' }, caller.context),
    ).rejects.toMatchObject(away);
    await service.db.query('DELETE FROM feature_request_vector');
    const scan = () => service.requests.findDuplicates({ force: true }, caller.context);
    await expect(scan()).rejects.toMatchObject(away);
    // A call does not wait for the next attempt.
    isAway = false;
    expect((await scan()).groups).toEqual([]);
    isAway = true;
    const { ticket } = await service.tickets.getTicket({ ticketId: third }, caller.context);
    expect(ticket?.duplicateOf).toBeUndefined();
    await service.stop();
  });
});
