import { type Ai, createLexicalAi } from '@parley/ai';
import { unavailable } from '@parley/errors';
import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { callerIn, makeContext, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('feature_requests');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const create = async (ticket: object) =>
  (await service.tickets.createTicket({ ticket: { type: 'FEATURE_REQUEST', ...ticket } }, caller.context))
    .ticket?.id ?? '';
const update = (ticketId: string, ticket: object) =>
  service.tickets.updateTicket({ ticketId, ticket }, caller.context);
const search = async (query: string, limit = 0, context = caller.context) =>
  (await service.requests.searchFeatureRequests({ query, limit }, context)).matches;
const found = async (query: string, limit = 0) => (await search(query, limit)).map(({ id }) => id);
const finds = (query: string, ...ids: string[]) =>
  eventually(async () => expect(await found(query)).toEqual(ids));
describe('SearchFeatureRequests', () => {
  it('finds what asks for the same in other words, most alike first, as ticket documents with their similarity', async () => {
    const theme = await create({
      title: 'Dark theme',
      description: 'Please add a dark mode to the dashboard, my eyes hurt at night.',
      score: 99,
    });
    const night = await create({ title: 'Night mode', description: 'A dark appearance would be great.' });
    const orders = await create({ title: 'Export orders as CSV' });
    await create({ title: 'Slack notifications' });
    await service.tickets.createTicket(
      { ticket: { type: 'BUG', title: 'Dark mode flickers' } },
      caller.context,
    );
    await finds('exporting an order to csv', orders);
    await eventually(async () => expect((await found('dark mode')).sort()).toEqual([theme, night].sort()));
    const matches = await search('dark theme for the dashboard');
    expect(matches[0]).toMatchObject({ id: theme, title: 'Dark theme', type: 'FEATURE_REQUEST' });
    const scores = matches.map(({ score }) => score ?? 0);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const score of scores) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
    }
    expect(await found('bananas and gorillas')).toEqual([]);
  });

  it('answers at most 10 matches, fewer when asked', async () => {
    await Promise.all(Array.from({ length: 14 }, (_, index) => create({ title: `Kiosk printer ${index}` })));
    await eventually(async () => expect(await found('kiosk printer')).toHaveLength(10));
    expect(await found('kiosk printer', 99)).toHaveLength(10);
    expect(await found('kiosk printer', 3)).toHaveLength(3);
  });

  it('leaves out archived, hidden, spam, merged, deleted ones and other types, and finds them again', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) ids.push(await create({ title: 'Zebra crossing map' }));
    const [archived = '', hidden = '', spam = '', merged = '', deleted = '', main = ''] = ids;
    await eventually(async () => expect((await found('zebra crossing')).sort()).toEqual([...ids].sort()));
    await update(archived, { archived: true });
    await update(hidden, { hidden: true });
    await update(spam, { isSpam: true });
    await service.merging.mergeTickets({ ticketsToMergeIds: [merged], targetTicketId: main }, caller.context);
    await service.tickets.deleteTicket({ ticketId: deleted }, caller.context);
    expect(await found('zebra crossing')).toEqual([main]);
    await update(archived, { archived: false });
    await eventually(async () =>
      expect((await found('zebra crossing')).sort()).toEqual([archived, main].sort()),
    );
    await update(main, { type: 'BUG' });
    await finds('zebra crossing', archived);
  });

  it('follows changes of the text, and never finds a ticket without words', async () => {
    const id = await create({ title: 'Umbrella rental' });
    await create({});
    await finds('umbrella', id);
    await update(id, { title: 'Bicycle rental' });
    await finds('bicycle', id);
    await finds('umbrella');
    await update(id, { title: null, description: null, content: 'Tandem booking' });
    await finds('tandem', id);
  });

  it('leaves no vector of a former release behind a changed or deleted ticket', async () => {
    const ids = [await create({ title: 'Monorail' }), await create({}), await create({})];
    const [changed = '', deleted = '', kept = ''] = ids;
    await service.db.query(
      `INSERT INTO feature_request_vector (project_id, ticket_id, model, signature, vector)
       SELECT $1, id, 'lexical-v1', 0::bit(1024), '' FROM unnest($2::text[]) AS i (id)`,
      [caller.projectId, ids],
    );
    await update(changed, { title: 'Tram' });
    await service.tickets.deleteTicket({ ticketId: deleted }, caller.context);
    const left = await service.db.query(
      'SELECT ticket_id AS id FROM feature_request_vector WHERE project_id = $1',
      [caller.projectId],
    );
    expect(left).toEqual([{ id: kept }]);
  });

  it('answers 400 invalid_query without a query', async () => {
    for (const query of ['', '   ']) {
      await expect(search(query)).rejects.toMatchObject({ kind: 'invalid', reason: 'INVALID_QUERY' });
    }
  });

  it('shows a second project none, and works for an agent', async () => {
    const id = await create({ title: 'Hovercraft parking' });
    await finds('hovercraft', id);
    expect(await search('hovercraft', 0, callerIn(service.neighbours).context)).toEqual([]);
    const agent = makeContext(caller.projectId, caller.context.scope.actor, 'agent');
    expect((await search('hovercraft', 0, agent)).map((match) => match.id)).toEqual([id]);
  });
});

describe('FindDuplicates', () => {
  afterEach(() => service.setClock(undefined));
  const groups = async (force?: boolean, context = caller.context) =>
    (await service.requests.findDuplicates({ ...(force !== undefined && { force }) }, context)).groups;
  const darkPair = async () => [
    await create({ title: 'Dark mode', description: 'A dark theme for the dashboard.' }),
    await create({ title: 'Dark theme', description: 'Please add a dark mode to the dashboard.' }),
  ];

  it('answers no groups until a scan is forced, then those of the scan for 24 hours', async () => {
    const [first = '', second = ''] = await darkPair();
    await create({ title: 'Slack notifications' });
    expect(await groups()).toEqual([]);
    expect(await groups(false)).toEqual([]);
    const scanned = await groups(true);
    expect(scanned).toEqual([
      { title: 'Dark mode', ticketIds: [first, second], similarity: expect.any(Number) },
    ]);
    expect(scanned[0]?.similarity).toBeGreaterThan(0.5);
    expect(scanned[0]?.similarity).toBeLessThanOrEqual(1);
    const third = await create({ title: 'Dark mode', description: 'A dark theme for the dashboard.' });
    expect(await groups()).toEqual(scanned);
    service.setClock(new Date(Date.now() + 24 * 3_600_000 - 60_000));
    expect(await groups()).toEqual(scanned);
    service.setClock(new Date(Date.now() + 24 * 3_600_000 + 60_000));
    expect(await groups()).toEqual([]);
    expect((await groups(true))[0]?.ticketIds).toEqual([first, second, third]);
  });

  it('suggests the most wanted as the main one and scans active requests only', async () => {
    const [first = '', second = ''] = await darkPair();
    await update(second, { upvotes: [{ email: 'a@x.example' }] });
    const text = { title: 'Dark mode', description: 'A dark theme for the dashboard.' };
    await create({ ...text, status: 'DONE' });
    await create({ ...text, archived: true });
    await create({ ...text, hidden: true });
    await create({ ...text, isSpam: true });
    await create({ ...text, type: 'BUG' });
    expect((await groups(true)).map(({ ticketIds }) => ticketIds)).toEqual([[second, first]]);
  });

  it('scans the newest 2,000', async () => {
    const oldest = await create({ title: 'Quokka petting zoo' });
    const insert = (from: number, to: number) =>
      service.db.query(
        `INSERT INTO ticket SELECT (jsonb_populate_record(t, jsonb_build_object('bug_id', n + 10,
             'id', 'f' || lpad(to_hex(n), 23, '0'), 'title', md5(n::text)))).*
           FROM ticket t, generate_series($2::integer, $3::integer) n WHERE id = $1`,
        [oldest, from, to],
      );
    await insert(1, 1_999);
    await update(`f${'1'.padStart(23, '0')}`, { title: 'Quokka petting zoo' });
    // 2,000 in all: the oldest is among them.
    expect(await groups(true)).toEqual([expect.objectContaining({ title: 'Quokka petting zoo' })]);
    await insert(2_000, 2_000);
    expect(await groups(true)).toEqual([]);
  });

  it('drops tickets that were merged, deleted or taken off the lists since the scan', async () => {
    const ids = [...(await darkPair()), ...(await darkPair())];
    const [a = '', b = '', c = ''] = ids;
    expect((await groups(true))[0]?.ticketIds).toHaveLength(4);
    await service.tickets.deleteTicket({ ticketId: a }, caller.context);
    await update(b, { archived: true });
    expect((await groups())[0]?.ticketIds).toHaveLength(2);
    await update(c, { hidden: true });
    expect(await groups()).toEqual([]);
  });

  it('leaves neither title nor id of a deleted ticket in the groups', async () => {
    const ids = await darkPair();
    const [, second = ''] = ids;
    const third = await create({ title: 'Dark mode', description: 'A dark mode for the dashboard.' });
    await groups(true);
    const [scan] = await Promise.all([
      groups(true),
      service.tickets.deleteTicket({ ticketId: ids[0] ?? '' }, caller.context),
    ]);
    const left = { title: 'Dark theme', ticketIds: [second, third], similarity: expect.any(Number) };
    expect(await groups()).toEqual([left]);
    expect(scan).toHaveLength(1);
    const [row] = await service.db.query('SELECT groups::text FROM duplicate_scan WHERE project_id = $1', [
      caller.projectId,
    ]);
    expect(JSON.stringify(row)).toContain(second);
    expect(JSON.stringify(row)).not.toMatch(new RegExp(`Dark|${ids[0]}`));
  });

  it('runs one scan at a time: a call while it runs gets its groups', async () => {
    const ids = await darkPair();
    const theirs = [{ ticketIds: ids, similarity: 1 }];
    // Another process has the job.
    const place = [caller.projectId, 'scan for duplicates'];
    await service.db.query(
      `INSERT INTO job (project_id, name, key, payload, status, due_at, taken_until, created_at)
       VALUES ($1, $2, '', '{}', 'taken', 'infinity', now() + interval '1 minute', now())`,
      place,
    );
    const waiting = groups(true);
    await groups();
    await service.db.query(
      'INSERT INTO duplicate_scan (project_id, groups, scanned_at) VALUES ($1, $2, now())',
      [caller.projectId, JSON.stringify(theirs)],
    );
    await service.db.query('DELETE FROM job WHERE project_id = $1 AND name = $2', place);
    expect(await waiting).toEqual([{ ...theirs[0], title: 'Dark mode' }]);
  });

  it('answers 503 after three deaths, until an operator adds the scan again', async () => {
    await service.db.query(
      `INSERT INTO job (project_id, name, key, payload, status, due_at, deaths, created_at)
       VALUES ($1, 'scan for duplicates', '', '{}', 'dead', now(), 3, now())`,
      [caller.projectId],
    );
    await expect(groups(true)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('answers several calls at once', async () => {
    const [first = '', second = ''] = await darkPair();
    const answers = await Promise.all(Array.from({ length: 8 }, () => groups(true)));
    for (const answer of answers) expect(answer.map(({ ticketIds }) => ticketIds)).toEqual([[first, second]]);
  });

  it('shows a second project nothing, and works for an agent', async () => {
    await darkPair();
    await groups(true);
    const other = callerIn(service.neighbours);
    expect(await groups(true, other.context)).toEqual([]);
    const agent = makeContext(caller.projectId, caller.context.scope.actor, 'agent');
    expect(await groups(undefined, agent)).toHaveLength(1);
  });
});

describe('MergeDuplicates', () => {
  const merge = async (mainTicketId: string, duplicateTicketIds: string[], context = caller.context) =>
    (await service.requests.mergeDuplicates({ mainTicketId, duplicateTicketIds }, context)).ticket;
  const groups = async (force: boolean) =>
    (await service.requests.findDuplicates({ force }, caller.context)).groups;

  it('merges, adds what the duplicates say beyond the main ticket, and takes the whole group out of the cache', async () => {
    const main = await create({ title: 'Dark mode', description: 'A dark theme for the dashboard.' });
    const other = await create({
      title: 'Dark theme',
      description: 'A dark theme for the dashboard. It must follow the setting of the system.',
      tags: ['ui'],
    });
    const third = await create({ title: 'Dark mode', description: 'A dark theme for the dashboard.' });
    const csv = [
      await create({ title: 'Export orders as CSV' }),
      await create({ title: 'Export orders as CSV' }),
    ];
    expect((await groups(true)).map(({ ticketIds }) => new Set(ticketIds))).toEqual(
      expect.arrayContaining([new Set([main, other, third]), new Set(csv)]),
    );
    const answer = await merge(main, [other]);
    expect(answer).toMatchObject({
      id: main,
      title: 'Dark mode',
      description: 'A dark theme for the dashboard.\n\nIt must follow the setting of the system.',
      duplicatesCount: 1,
      tags: ['ui'],
      linkedTickets: [other],
    });
    expect((await service.tickets.getTicket({ ticketId: other }, caller.context)).ticket).toMatchObject({
      duplicateOf: main,
      archived: true,
    });
    expect((await groups(false)).map(({ ticketIds }) => ticketIds)).toEqual([csv]);
    const rows = await service.db.query('SELECT groups FROM duplicate_scan WHERE project_id = $1', [
      caller.projectId,
    ]);
    expect(rows).toEqual([{ groups: [expect.objectContaining({ ticketIds: csv })] }]);
    const history = await service.db.query(
      `SELECT from_value AS from FROM ticket_history WHERE ticket_id = $1 AND field = 'description'`,
      [main],
    );
    expect(history).toEqual([{ from: 'A dark theme for the dashboard.' }]);
  });

  it('gives a main ticket without a title that of a duplicate, and keeps its long description whole', async () => {
    const long = Array.from({ length: 3_000 }, (_, index) => `word${index}`).join(' ');
    const main = await create({ description: long });
    const other = await create({ title: 'Named', description: 'Something else entirely.' });
    const answer = await merge(main, [other]);
    expect(answer?.title).toBe('Named');
    expect(answer?.description?.startsWith(long)).toBe(true);
    expect(answer?.description).toContain('Something else entirely.');
  });

  it('refuses itself, unknown, foreign and already merged ids by field and changes nothing', async () => {
    const [main, other, merged] = [await create({}), await create({}), await create({})];
    await merge(await create({}), [merged]);
    const foreign = callerIn(service.neighbours);
    const problem = (field: string) => ({
      reason: 'INVALID_INPUT',
      fields: [expect.objectContaining({ field })],
    });
    await expect(merge(main, [other, main])).rejects.toMatchObject(problem('duplicateTicketIds.1'));
    await expect(merge(main, [newId()])).rejects.toMatchObject(problem('duplicateTicketIds.0'));
    await expect(merge(main, [merged])).rejects.toMatchObject(problem('duplicateTicketIds.0'));
    await expect(merge(newId(), [other])).rejects.toMatchObject(problem('mainTicketId'));
    await expect(merge(merged, [other])).rejects.toMatchObject(problem('mainTicketId'));
    await expect(merge(main, [other], foreign.context)).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
    expect(
      (await service.tickets.getTicket({ ticketId: other }, caller.context)).ticket?.duplicateOf,
    ).toBeUndefined();
    const agent = makeContext(caller.projectId, caller.context.scope.actor, 'agent');
    expect((await merge(main, [other], agent))?.id).toBe(main);
  });
});

describe('With a model that writes', () => {
  const lexical = createLexicalAi();
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
    const service = await startTickets('writing_model', { ai });
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
