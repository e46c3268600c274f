import { eventually } from '@parley/testing';
import { type Answer, type Api, createApi, ok } from './support/api';
import { signUp } from './support/people';
import { sharePlatform } from './support/shared-platform';

/** Query parameters and forms of fields that programs of others send (contract of clients, section 1). */
describe('what programs of others ask for', () => {
  let api: Api;
  let leave: () => Promise<void>;
  beforeAll(async () => {
    const shared = await sharePlatform();
    ({ leave } = shared);
    const anonymous = createApi(() => `${shared.platform.origin}/v3`);
    ({ api } = await signUp(anonymous, shared.mailbox));
  });
  afterAll(() => leave());

  const get = async (path: string): Promise<Answer['body']> => ok(await api.call('GET', path));
  const post = async (path: string, body: object): Promise<Answer['body']> =>
    ok(await api.call('POST', path, body));
  const toIds = (documents: Answer['body']): string[] =>
    (documents as { id: string }[]).map(({ id }) => id).sort();

  it('tickets/search?type,status finds only these', async () => {
    const make = async (more: object): Promise<string> =>
      (await post('/tickets', { title: 'Zebra crossing', ...more })).id;
    const bug = await make({ type: 'BUG' });
    const done = await make({ type: 'BUG', status: 'DONE' });
    const asked = await make({ type: 'INQUIRY' });
    const found = async (query: string): Promise<string[]> =>
      toIds((await get(`/tickets/search?searchTerm=zebra${query}`)).hits);
    await eventually(async () => expect(await found('')).toEqual([bug, done, asked].sort()));
    expect(await found('&type=BUG')).toEqual([bug, done].sort());
    expect(await found('&type=BUG&status=DONE')).toEqual([done]);
    expect(await found('&type=INQUIRY,BUG&status=OPEN')).toEqual([bug, asked].sort());
    expect(await found('&type=CRASH')).toEqual([]);
  });

  it('search-feature-requests?minScore,includeHiddenLanes keeps what is similar enough', async () => {
    const { id } = await post('/tickets', { type: 'FEATURE_REQUEST', title: 'Dark mode of the mobile app' });
    const path = `/tickets/search-feature-requests?query=${encodeURIComponent('Dark mode of the mobile app')}`;
    const found = async (more: string): Promise<string[]> => toIds((await get(`${path}${more}`)).matches);
    await eventually(async () => expect(await found('&minScore=0.5&includeHiddenLanes=true')).toContain(id));
    const [{ score }] = (await get(path)).matches;
    if (score < 1) expect(await found('&minScore=1')).not.toContain(id);
    expect(await api.call('GET', `${path}&minScore=2`)).toMatchObject({ status: 400 });
  });

  it('export-fields?type answers the fields of every type, which are the same', async () => {
    expect(await get('/tickets/export-fields?type=BUG')).toEqual(await get('/tickets/export-fields'));
  });

  it('messages?showHistory=false leaves out what came with merged tickets', async () => {
    const [main, other] = await Promise.all(
      ['Main', 'Other'].map(async (title) => (await post('/tickets', { title })).id as string),
    );
    const own = (await post('/messages', { ticket: main, comment: 'Own' })).id as string;
    const merged = (await post('/messages', { ticket: other, comment: 'Merged' })).id as string;
    ok(await api.call('PUT', '/tickets/merge', { ticketsToMergeIds: [other], targetTicketId: main }));
    const found = async (more: string): Promise<string[]> => {
      const all = toIds(await get(`/messages?ticket=${main}${more}`));
      return all.filter((id) => [own, merged].includes(id));
    };
    expect(await found('')).toEqual([own, merged].sort());
    expect(await found('&showHistory=true')).toEqual([own, merged].sort());
    expect(await found('&showHistory=false')).toEqual([own]);
  });

  it('messages/{id}/thread?before answers the replies before one', async () => {
    const { id: ticket } = await post('/tickets', { title: 'Thread' });
    const { id } = await post('/messages', { ticket, comment: 'Parent' });
    const replies: string[] = [];
    for (const comment of ['One', 'Two', 'Three'])
      replies.push((await post(`/messages/${id}/thread`, { comment })).id);
    const read = async (query: string): Promise<string[]> =>
      ((await get(`/messages/${id}/thread${query}`)) as unknown as { id: string }[]).map((one) => one.id);
    expect(await read('')).toEqual(replies);
    expect(await read(`?before=${replies[2] ?? ''}`)).toEqual(replies.slice(0, 2));
    expect(await read(`?before=${replies[2] ?? ''}&limit=1&sort=-createdAt`)).toEqual([replies[1]]);
    expect(await read(`?before=${replies[0] ?? ''}`)).toEqual([]);
  });

  it('message-templates?forUsage,ticketType answers those that may be used for a type', async () => {
    const make = async (title: string, more: object = {}): Promise<string> =>
      (await post('/message-templates', { title, content: 'Hello', isPublic: true, ...more })).id;
    const any = await make('Any');
    const bug = await make('Bug', { ticketTypes: ['BUG'] });
    const idea = await make('Idea', { ticketTypes: ['FEATURE_REQUEST', 'SURVEY'] });
    const found = async (query: string): Promise<string[]> => toIds(await get(`/message-templates?${query}`));
    expect(await found('forUsage=true')).toEqual([any, bug, idea].sort());
    expect(await found('forUsage=true&ticketType=BUG')).toEqual([any, bug].sort());
    expect(await found('ticketType=SURVEY')).toEqual([any, idea].sort());
    expect(await found('ticketType=CRASH')).toEqual([any]);
  });

  it('sessions/search?type,limit,skip narrows and pages what it finds', async () => {
    const users = await Promise.all(
      [1, 2, 3].map(async (count) => (await post('/sessions', { userId: `u${count}`, name: 'Quokka' })).id),
    );
    const guest = (await post('/sessions', { email: 'quokka@example.com', name: 'Quokka' })).id as string;
    const found = async (more: string): Promise<string[]> =>
      ((await get(`/sessions/search?searchTerm=quokka${more}`)) as unknown as { id: string }[]).map(
        ({ id }) => id,
      );
    await eventually(async () => expect([...(await found(''))].sort()).toEqual([...users, guest].sort()));
    expect([...(await found('&type=users'))].sort()).toEqual([...users].sort());
    expect(await found('&type=guests')).toEqual([guest]);
    const all = await found('&type=users');
    expect(await found('&type=users&limit=2')).toEqual(all.slice(0, 2));
    expect(await found('&type=users&limit=2&skip=2')).toEqual(all.slice(2));
    expect(await found('&type=unsubscribed')).toEqual([]);
  });

  it('data.content: { type: "text", content } is plain text', async () => {
    const { id: ticket } = await post('/tickets', { title: 'Plain' });
    const data = { content: { type: 'text', content: 'Use <b>bold</b> & *stars*' } };
    const message = await post('/messages', { ticket, data });
    expect(message.plainContent).toBe('Use <b>bold</b> & *stars*');
    expect(message.data.content).toEqual(message.comment);
  });
});
