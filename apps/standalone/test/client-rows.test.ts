import { eventually } from '@parley/testing';
import { type Answer, type Api, ok } from './support/api';
import { openSupportWorld, type SupportWorld } from './support/mcp-world';
import { newAddress } from './support/people';

/** Requests as programs of others send them (contract of clients, section 1), each with its effect. */
describe('requests of programs of others', () => {
  let world: SupportWorld;
  let program: Api;
  beforeAll(async () => {
    world = await openSupportWorld();
    program = world.program.as({ project: world.projectId });
  });
  afterAll(() => world.leave());

  const get = async (path: string): Promise<Answer['body']> => ok(await program.call('GET', path));
  const send = async (method: 'POST' | 'PUT', path: string, body: object): Promise<Answer['body']> =>
    ok(await program.call(method, path, body));
  const idsOf = (documents: unknown): string[] => (documents as { id: string }[]).map(({ id }) => id).sort();

  it('GET /users/me and its permissions answer a service token, which stays out of what is a person’s', async () => {
    const me = await get('/users/me');
    expect(me).toMatchObject({ userType: 'service_account', name: 'Assistant', project: world.projectId });
    expect(me).not.toHaveProperty('email');
    expect(await get('/users/me/permissions')).toMatchObject({
      permissions: expect.arrayContaining(['TICKET_FIND']),
      roles: ['user'],
    });
    for (const [method, path, body] of [
      ['GET', '/invitations'],
      ['PUT', `/users/${me.id}`, { firstName: 'Eve' }],
      ['GET', '/users/unified-inbox'],
    ] as const)
      expect(await program.call(method, path, body)).toMatchObject({ status: 403 });
  });

  it('POST and PUT /sessions and imports honour unsubscribed and what else the document shows', async () => {
    const page = { page: 'https://shop.example/cart', date: '2026-01-02T03:04:05.000Z' };
    const facts = {
      unsubscribed: true,
      unsubscribeReason: 'Too many',
      eventData: { step: 3 },
      emailOnly: true,
      lastPageView: page,
      firstActivity: '2025-01-01T00:00:00.000Z',
      lastActivity: '2026-01-02T03:04:05.000Z',
    };
    const created = await send('POST', '/sessions', { email: newAddress('left'), ...facts });
    expect(await get(`/sessions/${created.id}`)).toMatchObject(facts);
    const { id } = await send('POST', '/sessions', { email: newAddress('stays') });
    expect(await get(`/sessions/${id}`)).toMatchObject({ unsubscribed: false });
    await send('PUT', `/sessions/${id}`, facts);
    expect(await get(`/sessions/${id}`)).toMatchObject(facts);
    const sessions = [{ email: newAddress('imported'), ...facts }];
    const [imported] = await send('POST', '/sessions/importer', { sessions });
    expect(await get(`/sessions/${imported}`)).toMatchObject(facts);
  });

  it('?filter={"type":"BUG"} filters a list, both exports and the counts, and {} filters nothing', async () => {
    const { id } = await send('POST', '/tickets', { type: 'CRASH', title: 'Filtered' });
    const filter = `filter=${encodeURIComponent('{"type":"CRASH"}')}`;
    expect(idsOf((await get(`/tickets?${filter}`)).tickets)).toEqual([id]);
    expect((await get(`/tickets?${filter}&status=DONE`)).tickets).toEqual([]);
    expect(idsOf(await get(`/tickets/export?${filter}`))).toEqual([id]);
    expect(
      String(await get(`/tickets/csv-export?${filter}`))
        .trim()
        .split('\r\n'),
    ).toHaveLength(2);
    expect(await get(`/tickets/ticketscount?${filter}`)).toEqual([{ _id: 'OPEN', count: 1 }]);
    const all = await get('/tickets');
    expect((await get(`/tickets?filter=${encodeURIComponent('{}')}`)).totalCount).toBe(all.totalCount);
  });

  it('type[]=, status[]=, tags[]= and repeated keys are the same as commas', async () => {
    const make = async (more: object): Promise<string> =>
      (await send('POST', '/tickets', { title: 'Brackets', ...more })).id;
    const one = await make({ type: 'FIRST', tags: ['red'] });
    const two = await make({ type: 'SECOND', tags: ['blue'], status: 'DONE' });
    const list = async (query: string): Promise<string[]> => idsOf((await get(`/tickets?${query}`)).tickets);
    for (const types of ['type=FIRST,SECOND', 'type=FIRST&type=SECOND', 'type[]=FIRST&type[]=SECOND']) {
      expect(await list(types)).toEqual([one, two].sort());
      expect(await list(`${types}&status[]=OPEN`)).toEqual([one]);
      expect(await list(`${types}&tags[]=blue`)).toEqual([two]);
    }
  });

  it('sort takes lastNotification, createdAt_asc and createdAt_desc', async () => {
    const createdAt = async (sort: string): Promise<string[]> =>
      (await get(`/tickets?sort=${sort}`)).tickets.map((one: { createdAt: string }) => one.createdAt);
    const ascending = await createdAt('createdAt_asc');
    expect(ascending).toEqual(ascending.toSorted());
    expect(await createdAt('createdAt_desc')).toEqual(ascending.toReversed());
    expect(await createdAt('-lastNotification')).toHaveLength(ascending.length);
  });

  it('an article of 6 languages of long rich text is read', async () => {
    const text = (word: string) => ({ type: 'paragraph', content: [{ type: 'text', text: word }] });
    const document = {
      type: 'doc',
      content: Array.from({ length: 1_900 }, (_, index) => text(`word ${index}`)),
    };
    const languages = ['en', 'de', 'fr', 'es', 'it', 'nl'];
    const byLanguage = (value: unknown) => Object.fromEntries(languages.map((one) => [one, value]));
    const collection = await send('POST', '/helpcenter/collections', { title: byLanguage('Guides') });
    const article = await send('POST', `/helpcenter/collections/${collection.id}/articles`, {
      title: byLanguage('Long'),
      content: byLanguage(document),
    });
    expect(Object.keys(article.content).sort()).toEqual(languages.toSorted());
  });

  it('POST /tickets/tracker-tickets links tickets and gives the upvote its name', async () => {
    const email = newAddress('voter');
    const tracker = await send('POST', '/tickets/tracker-tickets', {
      title: 'Dark mode',
      customerEmail: email,
      customerName: 'Vera Voter',
      linkedTicketIds: [world.ticket.id],
      skipDuplicateCheck: true,
    });
    expect(tracker).toMatchObject({
      isTracker: true,
      linkedTickets: [world.ticket.id],
      upvotes: [{ email, name: 'Vera Voter' }],
    });
    expect((await get(`/tickets/${world.ticket.id}`)).linkedTickets).toContain(tracker.id);
  });

  it('trackerTicket: true on create is the same as isTracker', async () => {
    const tracker = await send('POST', '/tickets', { title: 'Tracker', trackerTicket: true });
    expect(tracker).toMatchObject({ isTracker: true });
    expect(tracker).not.toHaveProperty('trackerTicket');
  });

  it('GET /messages?ticket= takes id, running number and share token; nonsense is 404', async () => {
    const { id, bugId } = world.ticket;
    const { shareToken } = await get(`/tickets/${id}`);
    const expected = idsOf(await get(`/messages?ticket=${id}`));
    expect(expected).toHaveLength(1);
    for (const ticket of [bugId, shareToken])
      expect(idsOf(await get(`/messages?ticket=${ticket}`))).toEqual(expected);
    for (const ticket of ['nonsense', '999999', '0'.repeat(24)])
      expect(await program.call('GET', `/messages?ticket=${ticket}`)).toMatchObject({
        status: 404,
        body: { code: 'ticket_not_found' },
      });
  });

  it('statistics/email-*?emailServerKey names a mailbox', async () => {
    for (const path of ['email-overview', 'email-client-usage', 'email-client-bounces'])
      for (const key of ['default', 'support'])
        await eventually(() => get(`/statistics/${path}?emailServerKey=${key}`));
  });

  it('roles, recordType and trigger are read without regard to case', async () => {
    const lane = { id: 'new', title: 'New' };
    const board = await send('POST', '/pipelines', { name: 'Deals', recordType: 'COMPANY', lanes: [lane] });
    expect(board.recordType).toBe('companies');
    const email = newAddress('invited');
    ok(await world.admin.call('POST', '/invitations/projects', { emails: [email] }));
    const [{ id }] = ok(await world.admin.call('GET', '/invitations/projects')).filter(
      (one: { email: string }) => one.email === email,
    );
    expect(ok(await world.admin.call('PUT', `/invitations/${id}/role`, { role: 'AGENT' })).role).toBe(
      'agent',
    );
    const banner = { name: 'Hello', trigger: 'sessionStarted', status: 'draft' };
    expect((await send('POST', '/engagement/banners', banner)).trigger).toBe('sessionStarted');
  });

  it('PUT /tickets/merge with shouldMergeContacts makes one contact of a guest and a known one', async () => {
    const make = async (contact: object): Promise<{ ticket: string; session: string }> => {
      const session = (await send('POST', '/sessions', contact)).id;
      return { session, ticket: (await send('POST', '/tickets', { title: 'Twice', session })).id };
    };
    const known = await make({ userId: 'twice', email: newAddress('twice') });
    const guest = await make({ name: 'Guest' });
    await send('PUT', '/tickets/merge', {
      targetTicketId: known.ticket,
      ticketsToMergeIds: [guest.ticket],
      shouldMergeContacts: true,
      shouldMergeTasks: true,
    });
    await eventually(async () =>
      expect((await program.call('GET', `/sessions/${guest.session}`)).status).toBe(404),
    );
    const { session, sessions } = await get(`/tickets/${known.ticket}`);
    expect([session.id, sessions]).toEqual([known.session, [known.session]]);
  });

  it('a path that does not exist answers a browser of another origin with its CORS headers', async () => {
    const answer = await fetch(`${world.platform.origin}/v3/nowhere`, {
      headers: { origin: 'https://shop.example' },
    });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('an import from another platform answers its job, and may be waited for', async () => {
    const body = { endpoint: 'https://intercom.invalid', apiKey: 'key' };
    expect(Object.keys(await send('POST', '/sessions/importer/intercom', body)).sort()).toEqual([
      'jobId',
      'status',
    ]);
    // With `wait=true` the answer has ids too, after 30 s at most: apps/contacts/test/import-jobs.test.ts.
    const wrong = await program.call('POST', '/sessions/importer/intercom?wait=perhaps', body);
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'wait' }] } });
  });

  it('a body field that the resource does not know is named in Ignored-Fields', async () => {
    const answer = await program.call('POST', '/tickets', { title: 'Known', colour: 'red', size: 3 });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ignored-fields')).toBe('colour, size');
  });
});
