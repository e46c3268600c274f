import { newId } from '@parley/persistence';
import { problem } from './support/conversation';
import { callerIn, makeContext, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
let colleague: TestCaller;
beforeAll(async () => {
  service = await startTickets('message_templates');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
  colleague = callerIn(service.neighbours, caller.projectId);
});

const content = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
const create = async (template: object = {}, context = caller.context) => {
  const request = { title: 'Refund', content: 'Your refund is on its way.', isPublic: true, ...template };
  const answer = await service.templates.createMessageTemplate(request, context);
  if (!answer.template) throw new Error('no template');
  return answer.template;
};
const update = async (messageTemplateId: string, change: object, context = caller.context) => {
  const answer = await service.templates.updateMessageTemplate({ messageTemplateId, ...change }, context);
  if (!answer.template) throw new Error('no template');
  return answer.template;
};
const get = async (messageTemplateId: string, context = caller.context) =>
  (await service.templates.getMessageTemplate({ messageTemplateId }, context)).template;
const remove = async (messageTemplateId: string, context = caller.context) =>
  (await service.templates.deleteMessageTemplate({ messageTemplateId }, context)).template;
const list = (request: object = {}, context = caller.context) =>
  service.templates.listMessageTemplates({ skip: 0, limit: 0, ...request }, context);
const titles = async (request: object = {}, context = caller.context) =>
  (await list(request, context)).data.map(({ title }) => title);
const tags = async (context = caller.context) =>
  (await service.templates.listMessageTemplateTags({}, context)).tags;
const missing = { kind: 'notFound', reason: 'MESSAGE_TEMPLATE_NOT_FOUND' };

describe('CreateMessageTemplate', () => {
  it('answers what it was given, the content as rich text, with the defaults of the rest', async () => {
    const team = service.neighbours.addTeam(caller.projectId, 'Billing');
    const given = {
      title: 'Refund granted',
      content: content('It is on its way.'),
      isPublic: false,
      users: [colleague.userId],
      teams: [team.id],
      tags: ['money', 'good news'],
      ticketTypes: ['INQUIRY'],
      attachments: [{ name: 'terms.pdf', url: 'https://example.com/terms.pdf' }, 'anything'],
      actions: [{ type: 'BUTTON', data: { label: 'Pay' } }, { type: 'CLOSE' }],
    };
    const created = await create(given);
    expect(created).toEqual({
      ...given,
      id: created.id,
      _id: created.id,
      project: caller.projectId,
      organisation: '0'.repeat(24),
      lexorank: 'i',
      createdAt: created.createdAt,
      updatedAt: created.createdAt,
    });
    expect(await get(created.id)).toEqual(created);
    const { title, content: text } = given;
    const bare = await service.templates.createMessageTemplate({ title, content: text }, caller.context);
    expect(bare.template).toMatchObject({
      isPublic: false,
      users: [],
      teams: [],
      tags: [],
      ticketTypes: [],
      attachments: [],
      actions: [],
    });
  });

  it('takes a plain string, which is text and never markup, and removes unsafe links', async () => {
    expect(await create({ content: '<b>x</b>' })).toMatchObject({ content: content('<b>x</b>') });
    const marks = [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }];
    const click = { type: 'paragraph', content: [{ type: 'text', text: 'click', marks }] };
    expect(await create({ content: click })).toMatchObject({ content: content('click') });
  });

  it('comes after the last one, whatever its lexorank, also when 10 are created at once', async () => {
    await create({ title: 'a', lexorank: 'zzz' });
    await create({ title: 'b', lexorank: '0' });
    const { id } = await create({ title: 'c' });
    await update(id, { lexorank: '0' });
    await create({ title: 'd' });
    expect(await titles()).toEqual(['c', 'a', 'b', 'd']);
    const many = await Promise.all(Array.from({ length: 10 }, () => create()));
    expect(new Set(many.map(({ lexorank }) => lexorank)).size).toBe(10);
  });

  it.each([
    ['title', { title: '  ' }],
    ['content', { content: ' ' }],
    ['content', { content: null }],
    ['tags.0', { tags: ['x'.repeat(65)] }],
    ['tags.1', { tags: ['ok', ''] }],
    ['tags', { tags: Array.from({ length: 101 }, (_, index) => `t${index}`) }],
    ['ticketTypes.0', { ticketTypes: [''] }],
    ['users', { users: Array.from({ length: 201 }, () => newId()) }],
    ['users.0', { users: ['nonsense'] }],
    ['teams', { teams: Array.from({ length: 201 }, () => newId()) }],
    ['attachments', { attachments: Array(101).fill('x') }],
    ['attachments.0', { attachments: [{ name: 'a', url: 'javascript:alert(1)' }] }],
    ['actions', { actions: Array(101).fill({ type: 'x' }) }],
    ['actions.0', { actions: [{ type: '' }] }],
  ])('answers 400 naming %s', async (field, wrong) => {
    await expect(create(wrong)).rejects.toMatchObject(problem(field));
    expect(await titles()).toEqual([]);
  });

  it.each(['content', 'attachments', 'actions'])(
    'answers 413 for %s of more than 204,800 bytes',
    async (field) => {
      const long = 'x'.repeat(204_801);
      const wrong = { content: long, attachments: [long], actions: [{ type: 'x', data: long }] };
      const template = { [field]: wrong[field as keyof typeof wrong] };
      await expect(create(template)).rejects.toMatchObject({ reason: 'PAYLOAD_TOO_LARGE' });
    },
  );

  it('answers 400 for users and teams that this project does not have', async () => {
    const stranger = callerIn(service.neighbours);
    const foreign = service.neighbours.addTeam(stranger.projectId, 'Elsewhere');
    const users = [colleague.userId, stranger.userId];
    await expect(create({ users })).rejects.toMatchObject(problem('users.1'));
    await expect(create({ teams: [foreign.id] })).rejects.toMatchObject(problem('teams.0'));
  });
});

describe('Who sees a template', () => {
  it('is everybody for a public one; else its creator and whoever it is shared with, alone or by a team', async () => {
    const third = callerIn(service.neighbours, caller.projectId);
    const admin = makeContext(caller.projectId, third.context.scope.actor, 'admin');
    const team = service.neighbours.addTeam(caller.projectId, 'Billing');
    service.neighbours.setTeams(caller.projectId, third.userId, [newId(), team.id]);
    await create({ title: 'public', tags: ['p'] });
    const own = await create({ title: 'own', isPublic: false, tags: ['o'] });
    const shared = await create({ title: 'shared', isPublic: false, users: [colleague.userId], tags: ['s'] });
    const teams = await create({ title: 'team', isPublic: false, teams: [team.id], tags: ['t'] });
    expect(await titles()).toEqual(['public', 'own', 'shared', 'team']);
    expect(await titles({}, colleague.context)).toEqual(['public', 'shared']);
    expect(await titles({}, admin)).toEqual(['public', 'team']);
    expect(await tags()).toEqual(['o', 'p', 's', 't']);
    expect(await tags(colleague.context)).toEqual(['p', 's']);
    expect(await get(shared.id, colleague.context)).toEqual(shared);
    expect(await get(teams.id, third.context)).toEqual(teams);
    for (const context of [colleague.context, admin]) {
      await expect(get(own.id, context)).rejects.toMatchObject(missing);
      await expect(update(own.id, { title: 'x' }, context)).rejects.toMatchObject(missing);
      await expect(remove(own.id, context)).rejects.toMatchObject(missing);
    }
    service.neighbours.setTeams(caller.projectId, third.userId, []);
    await expect(get(teams.id, third.context)).rejects.toMatchObject(missing);
    expect(await titles({}, third.context)).toEqual(['public']);
  });

  it('is the service account that made it, which is in no team', async () => {
    const actor = { type: 'service' as const, id: newId(), name: 'Bridge' };
    const bridge = makeContext(caller.projectId, actor, 'user');
    const made = await create({ isPublic: false }, bridge);
    expect(await get(made.id, bridge)).toEqual(made);
    await expect(get(made.id)).rejects.toMatchObject(missing);
  });

  it('is nobody of a second project, and 404 for an unknown or malformed id', async () => {
    const { id } = await create();
    const other = callerIn(service.neighbours);
    expect(await titles({}, other.context)).toEqual([]);
    expect(await tags(other.context)).toEqual([]);
    for (const [unknown, context] of [
      [id, other.context],
      [newId(), caller.context],
      ['nonsense', caller.context],
    ] as const) {
      await expect(get(unknown, context)).rejects.toMatchObject(missing);
      await expect(update(unknown, {}, context)).rejects.toMatchObject(missing);
      await expect(remove(unknown, context)).rejects.toMatchObject(missing);
    }
  });
});

describe('ListMessageTemplates', () => {
  it('answers 100 by default and at most 1,000, pages by skip and counts all when asked', async () => {
    await create({ title: 't0' });
    await service.db.query(
      `INSERT INTO message_template SELECT project_id, lpad(to_hex(n), 24, '0'), organisation_id, 't' || n, content,
              plain_content, search_text, is_public, user_ids, team_ids, tags, ticket_types, attachments, actions,
              'j' || lpad(n::text, 4, '0'), created_by, created_at, updated_at
         FROM message_template, generate_series(1, 1000) n WHERE project_id = $1`,
      [caller.projectId],
    );
    expect(await titles()).toHaveLength(100);
    expect(await titles({ limit: 5_000 })).toHaveLength(1_000);
    expect(await titles({ skip: 999, limit: 10 })).toEqual(['t999', 't1000']);
    expect(await list({ limit: 1, withCount: true })).toMatchObject({
      data: [{ title: 't0' }],
      totalCount: 1_001,
    });
    await expect(list({ limit: -1 })).rejects.toMatchObject({ reason: 'INVALID_QUERY' });
    await service.db.query('ANALYZE message_template');
    const plan = await service.db.query(
      'EXPLAIN SELECT * FROM message_template t WHERE t.project_id = $1 AND t.is_public ORDER BY t.lexorank, t.id LIMIT 100',
      [caller.projectId],
    );
    expect(JSON.stringify(plan)).toContain('message_template_project_id_lexorank_id_idx');
  });

  it('filters by visibility, by a tag and by any of several', async () => {
    await create({ title: 'a', tags: ['x', 'y'] });
    await create({ title: 'b', tags: ['z'] });
    await create({ title: 'c', isPublic: false, tags: ['x'] });
    expect(await titles({ visibility: 'public' })).toEqual(['a', 'b']);
    expect(await titles({ visibility: 'private' })).toEqual(['c']);
    expect(await titles({ visibility: 'private' }, colleague.context)).toEqual([]);
    expect(await titles({ tag: 'x' })).toEqual(['a', 'c']);
    expect(await titles({ tag: 'y,z' })).toEqual(['a', 'b']);
    expect(await titles({ tag: 'X' })).toEqual([]);
    expect(await list({ tag: 'x', visibility: 'private', withCount: true })).toMatchObject({ totalCount: 1 });
  });

  it('finds every word in title or content, in parts of words and without case or accents, with a snippet', async () => {
    await create({ title: 'Refund granted', content: 'The Café sends <b>17 euros</b> back' });
    await create({ title: 'Invoice', content: 'No refunds are left' });
    const [found, ...more] = (await list({ searchTerm: 'CAFE euro grant' })).data;
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      title: 'Refund granted',
      snippet: 'The <em>Café</em> sends &lt;b&gt;17 <em>euros</em>&lt;/b&gt; back',
    });
    expect((await list({ searchTerm: 'fund' })).data.map(({ snippet }) => snippet)).toEqual([
      '<em>Refund</em> granted',
      'No <em>refunds</em> are left',
    ]);
    expect(await list({ searchTerm: 'refund', withCount: true, limit: 1 })).toMatchObject({ totalCount: 2 });
    for (const term of ['refund zebra', '%', '_', '!!'])
      expect(await titles({ searchTerm: term })).toEqual([]);
    const all = (await list({ searchTerm: ' ' })).data;
    expect(all.map(({ title, snippet }) => [title, snippet])).toEqual([
      ['Refund granted', undefined],
      ['Invoice', undefined],
    ]);
  });
});

describe('ListMessageTemplateTags', () => {
  it('answers each tag once, alphabetically', async () => {
    await create({ tags: ['zoo', 'Äpfel', 'beta'] });
    await create({ tags: ['Alpha', 'beta'] });
    expect(await tags()).toEqual(['Alpha', 'Äpfel', 'beta', 'zoo']);
  });
});

describe('UpdateMessageTemplate', () => {
  it('changes what is sent, leaves the rest, clears by null and honours lexorank', async () => {
    const before = await create({ tags: ['a'], actions: [{ type: 'X' }], users: [colleague.userId] });
    const changed = await update(before.id, { title: 'New', content: 'Other words', lexorank: '0|abc:' });
    expect(changed).toEqual({
      ...before,
      title: 'New',
      content: content('Other words'),
      lexorank: '0|abc:',
      updatedAt: changed.updatedAt,
    });
    expect(await titles({ searchTerm: 'words' })).toEqual(['New']);
    expect(await titles({ searchTerm: 'refund' })).toEqual([]);
    const nulls = ['tags', 'actions', 'users', 'isPublic', 'teams', 'ticketTypes', 'attachments'];
    expect(await update(before.id, { nulls })).toMatchObject({
      title: 'New',
      tags: [],
      actions: [],
      users: [],
      isPublic: false,
    });
    expect(await update(before.id, { tags: ['b', 'b'], isPublic: true })).toMatchObject({
      tags: ['b'],
      isPublic: true,
    });
  });

  it('keeps a user and a team that are gone, and refuses new ones that are not there', async () => {
    const team = service.neighbours.addTeam(caller.projectId, 'Billing');
    const { id } = await create({ users: [colleague.userId], teams: [team.id] });
    service.neighbours.removeMember(caller.projectId, colleague.userId);
    const users = [colleague.userId];
    expect(await update(id, { users, teams: [team.id] })).toMatchObject({ users, teams: [team.id] });
    const wrong = { users: [colleague.userId, newId()] };
    await expect(update(id, wrong)).rejects.toMatchObject(problem('users.1'));
  });

  it('writes nothing when nothing changes', async () => {
    const before = await create({ tags: ['a'] });
    const { title, tags: same } = before;
    expect(await update(before.id, { title, content: 'Your refund is on its way.', tags: same })).toEqual(
      before,
    );
  });

  it.each(['title', 'content', 'lexorank'])('cannot clear %s', async (field) => {
    const before = await create();
    await expect(update(before.id, { nulls: [field] })).rejects.toMatchObject(problem(field));
    expect(await get(before.id)).toEqual(before);
  });

  it.each([
    ['title', { title: ' ' }],
    ['content', { content: { type: 'doc', content: [] } }],
    ['tags.0', { tags: [5] }],
    ['users.0', { users: [null] }],
    ['actions.0', { actions: [{}] }],
    ['attachments.0', { attachments: [{ url: 'data:text/html,x' }] }],
  ])('answers 400 naming %s', async (field, wrong) => {
    const { id } = await create();
    await expect(update(id, wrong)).rejects.toMatchObject(problem(field));
  });
});

describe('DeleteMessageTemplate', () => {
  it('answers the document that is gone', async () => {
    const template = await create();
    expect(await remove(template.id, colleague.context)).toEqual(template);
    await expect(get(template.id)).rejects.toMatchObject(missing);
    await expect(remove(template.id)).rejects.toMatchObject(missing);
  });
});
