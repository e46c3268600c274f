import { newId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import { type CompanyClients, companyClients, keepEvents } from './support/companies';
import {
  requireContact,
  startContacts,
  type TestContacts,
  type TestProject,
  USER_ID,
} from './support/contacts';

let service: TestContacts;
let memory: CompanyClients['memory'];
let project: TestProject;
let sessionId: string;
let events: Awaited<ReturnType<typeof keepEvents>>;

beforeAll(async () => {
  service = await startContacts();
  ({ memory } = companyClients(service));
  events = await keepEvents(service);
});
afterAll(() => service.stop());
beforeEach(async () => {
  project = service.project();
  sessionId = requireContact(await service.contacts.createContact({ contact: {} }, project.as('user'))).id;
});

const put = (entryName: string, content = 'x', description?: string, context = project.as('agent')) =>
  memory.putMemoryEntry(
    { sessionId, entryName, content, ...(description !== undefined && { description }) },
    context,
  );
const create = (name: string, content = 'x', description?: string) =>
  memory.createMemoryEntry(
    { sessionId, name, content, ...(description !== undefined && { description }) },
    project.as('agent'),
  );
const get = async (entryName: string) =>
  (await memory.getMemoryEntry({ sessionId, entryName }, project.as('agent'))).entry;
const list = async () => (await memory.listMemoryEntries({ sessionId }, project.as('agent'))).entries;
const remove = (entryName: string) => memory.deleteMemoryEntry({ sessionId, entryName }, project.as('admin'));
const stored = async () => {
  const [row] = await service.db.query<{ n: number }>(
    'SELECT count(*) AS n FROM contact_memory WHERE contact_id = $1',
    [sessionId],
  );
  return row?.n;
};
const fill = (count: number) =>
  service.db.query(
    `INSERT INTO contact_memory (project_id, contact_id, name, content, actor, created_at, updated_at)
     SELECT $1, $2, 'e' || n, 'x', 'admin', now(), now() FROM generate_series(1, $3::int) n`,
    [project.id, sessionId, count],
  );
const problem = (...fields: string[]) => ({
  kind: 'invalid',
  reason: 'INVALID_INPUT',
  fields: fields.map((field) => ({ field })),
});
const noSession = { kind: 'notFound', reason: 'SESSION_NOT_FOUND' };
const noEntry = { kind: 'notFound', reason: 'MEMORY_ENTRY_NOT_FOUND' };

describe('writing memory', () => {
  it('creates by PUT and POST and answers ok with the number of entries', async () => {
    expect(await put('plan', 'pro')).toEqual({ ok: true, entries: 1 });
    expect(await create('region', 'eu', 'where')).toEqual({ ok: true, entries: 2 });
    expect(await put('plan', 'free')).toEqual({ ok: true, entries: 2 });
    expect(await create('region', 'us')).toEqual({ ok: true, entries: 2 });
    expect(await get('plan')).toMatchObject({ name: 'plan', content: 'free' });
    expect(await get('region')).toMatchObject({ content: 'us', description: undefined });
  });

  it('replaces an entry whole: an omitted or blank description is cleared, createdAt stays', async () => {
    await put('plan', 'pro', 'which plan');
    const before = await get('plan');
    expect(before?.description).toBe('which plan');
    await put('plan', 'free');
    const after = await get('plan');
    expect(after).toMatchObject({ content: 'free', description: undefined, createdAt: before?.createdAt });
    await put('plan', 'free', 'again');
    await put('plan', 'free', ' ');
    expect((await get('plan'))?.description).toBeUndefined();
  });

  it('cuts the name to 80 characters, description to 240 and content to 4,000, never half a character', async () => {
    const name = `${'n'.repeat(79)}😀rest`;
    await put(`  ${name}  `, `${'c'.repeat(3_999)}😀rest`, 'd'.repeat(241));
    const kept = `${'n'.repeat(79)}😀`;
    expect(await get(name)).toMatchObject({
      name: kept,
      content: `${'c'.repeat(3_999)}😀`,
      description: 'd'.repeat(240),
    });
    expect(await get(kept)).toEqual(await get(` ${name} and more`));
    await create(`${kept} other end`);
    expect(await stored()).toBe(1);
    expect(await remove(`${kept}!`)).toMatchObject({ ok: true, entries: 0 });
    const exact = { content: 'c'.repeat(4_000), description: 'd'.repeat(240) };
    await put('n'.repeat(80), exact.content, exact.description);
    expect(await get('n'.repeat(80))).toMatchObject({ name: 'n'.repeat(80), ...exact });
  });

  it('answers 400 invalid_input for a blank name or content', async () => {
    await expect(put(' ')).rejects.toMatchObject(problem('entryName'));
    await expect(put('plan', ' \n')).rejects.toMatchObject(problem('content'));
    await expect(create(' ', ' ')).rejects.toMatchObject(problem('name', 'content'));
    await expect(create('', 'x')).rejects.toMatchObject(problem('name'));
    expect(await stored()).toBe(0);
  });

  it('keeps content as it is sent, white space and all', async () => {
    await put('plan', ' two\nlines\n');
    expect((await get('plan'))?.content).toBe(' two\nlines\n');
  });

  it('answers 409 memory_full beyond 200 entries, and still replaces those that are there', async () => {
    await fill(199);
    expect(await put('last')).toEqual({ ok: true, entries: 200 });
    const full = { kind: 'conflict', reason: 'MEMORY_FULL' };
    await expect(put('more')).rejects.toMatchObject(full);
    await expect(create('more')).rejects.toMatchObject(full);
    expect(await put('last', 'new')).toEqual({ ok: true, entries: 200 });
    await remove('last');
    expect(await put('more')).toEqual({ ok: true, entries: 200 });
  });

  it('never exceeds 200 with 50 PUTs at once, and counts each', async () => {
    await fill(170);
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => put(`new ${index}`)));
    const counts = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.entries : [],
    );
    expect(counts.sort((one, other) => one - other)).toEqual(
      Array.from({ length: 30 }, (_, index) => 171 + index),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toHaveLength(20);
    for (const reason of refused) expect(reason).toMatchObject({ reason: 'MEMORY_FULL' });
    expect(await stored()).toBe(200);
  });

  it('keeps one entry of 50 PUTs of the same name at once', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, (_, index) => put('plan', `${index}`)));
    expect(new Set(all.map(({ entries }) => entries))).toEqual(new Set([1]));
    expect(await stored()).toBe(1);
  });

  it('records staff and service accounts as admin with their id, anyone else as unknown', async () => {
    const service7 = project.by({
      actor: { type: 'service', id: 's'.repeat(24), name: 'CRM' },
      role: 'user',
    });
    await put('staff');
    await put('service', 'x', undefined, service7);
    await put('widget', 'x', undefined, project.by({ actor: { type: 'contact', id: 'svc' } }));
    await put('copilot', 'x', undefined, project.by({ actor: { type: 'system', name: 'copilot' } }));
    await put('other', 'x', undefined, project.by({ actor: { type: 'system', name: 'jobs' } }));
    const writers = (await list()).map(({ name, actor, actorUserId }) => [name, actor, actorUserId]);
    expect(writers.sort()).toEqual([
      ['copilot', 'copilot', undefined],
      ['other', 'unknown', undefined],
      ['service', 'admin', 's'.repeat(24)],
      ['staff', 'admin', USER_ID],
      ['widget', 'unknown', undefined],
    ]);
  });

  it('asks no setting of the project: it works whether or not the contact-memory feature is on', async () => {
    service.neighbours.workspace = 'away';
    try {
      expect(await put('plan')).toEqual({ ok: true, entries: 1 });
      expect(await remove('plan')).toMatchObject({ ok: true });
    } finally {
      service.neighbours.workspace = 'serves';
    }
    expect(service.neighbours.settingsAsked(project.id)).toBe(0);
  });

  it('tells of every change by an event without the content', async () => {
    await put('plan', 'secret');
    await remove('plan');
    await remove('plan');
    await memory.clearMemory({ sessionId }, project.as('admin'));
    await put('plan', 'secret');
    await memory.clearMemory({ sessionId }, project.as('admin'));
    const told = (await events(sessionId)).filter(({ subject }) => subject.includes('.memory.'));
    expect(told.map(({ subject, payload }) => [subject.split('.').at(-1), payload])).toEqual([
      ['saved', { contactId: sessionId, name: 'plan', entries: 1 }],
      ['deleted', { contactId: sessionId, name: 'plan', entries: 0 }],
      ['saved', { contactId: sessionId, name: 'plan', entries: 1 }],
      ['cleared', { contactId: sessionId, entries: 0 }],
    ]);
  });
});

describe('reading memory', () => {
  it('lists without content, most recently written first', async () => {
    await put('a', 'x', 'first');
    await put('b');
    await service.db.query(
      `UPDATE contact_memory SET updated_at = updated_at + interval '1 minute' WHERE contact_id = $1 AND name = 'a'`,
      [sessionId],
    );
    expect(await list()).toEqual([
      {
        name: 'a',
        description: 'first',
        actor: 'admin',
        actorUserId: USER_ID,
        updatedAt: expect.any(String),
      },
      { name: 'b', actor: 'admin', actorUserId: USER_ID, updatedAt: expect.any(String) },
    ]);
  });

  it('gets one with its content, and 404 memory_entry_not_found for an unknown name', async () => {
    await put('a/b ü', 'text');
    expect(await get('a/b ü')).toEqual({
      name: 'a/b ü',
      content: 'text',
      actor: 'admin',
      actorUserId: USER_ID,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    await expect(get('a')).rejects.toMatchObject(noEntry);
    await expect(get('A/B ü')).rejects.toMatchObject(noEntry);
    await expect(get(' ')).rejects.toMatchObject(noEntry);
  });
});

describe('deleting memory', () => {
  it('answers exactly ok, reason, consolidationEnqueued and entries', async () => {
    await put('a');
    await put('b');
    expect(await remove('nothing')).toEqual({
      ok: false,
      reason: 'not_found',
      consolidationEnqueued: false,
      entries: 2,
    });
    expect(await remove(' a ')).toEqual({
      ok: true,
      reason: 'deleted',
      consolidationEnqueued: false,
      entries: 1,
    });
    await expect(get('a')).rejects.toMatchObject(noEntry);
  });

  it('clears all and answers ok with no entries left, also when there are none', async () => {
    await put('a');
    await put('b');
    const clear = () => memory.clearMemory({ sessionId }, project.as('admin'));
    expect(await clear()).toEqual({ ok: true, entries: 0 });
    expect(await list()).toEqual([]);
    expect(await clear()).toEqual({ ok: true, entries: 0 });
  });

  it('goes with the contact', async () => {
    await put('a');
    await service.contacts.deleteContact({ sessionId }, project.as('admin'));
    expect(await stored()).toBe(0);
    await expect(list()).rejects.toMatchObject(noSession);
  });
});

describe('404 session_not_found', () => {
  it.each([
    ['ListMemoryEntries', (id: string, by: CallContext) => memory.listMemoryEntries({ sessionId: id }, by)],
    [
      'GetMemoryEntry',
      (id: string, by: CallContext) => memory.getMemoryEntry({ sessionId: id, entryName: 'a' }, by),
    ],
    [
      'PutMemoryEntry',
      (id: string, by: CallContext) =>
        memory.putMemoryEntry({ sessionId: id, entryName: 'a', content: 'x' }, by),
    ],
    [
      'CreateMemoryEntry',
      (id: string, by: CallContext) =>
        memory.createMemoryEntry({ sessionId: id, name: 'a', content: 'x' }, by),
    ],
    [
      'DeleteMemoryEntry',
      (id: string, by: CallContext) => memory.deleteMemoryEntry({ sessionId: id, entryName: 'a' }, by),
    ],
    ['ClearMemory', (id: string, by: CallContext) => memory.clearMemory({ sessionId: id }, by)],
  ])('is what %s answers for an unknown contact, and another project for this one', async (_rpc, call) => {
    await put('a', 'mine');
    await expect(call(newId(), project.as('admin'))).rejects.toMatchObject(noSession);
    await expect(call(sessionId, service.project().as('admin'))).rejects.toMatchObject(noSession);
    expect(await get('a')).toMatchObject({ content: 'mine' });
    expect(await stored()).toBe(1);
  });
});
