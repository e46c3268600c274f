import { type Answer, type Api, ok } from './support/api';
import { type Customer, openCustomer, startWithCustomer } from './support/customer';

const UNKNOWN = '0123456789abcdef01234567';
const steps = [{ id: 'end', type: 'message', content: 'Hello', next: null }];

describe('workflows and AI agents of a project', () => {
  let customer: Customer;
  let stranger: Customer;
  let team: Api;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const running = await startWithCustomer();
    ({ customer, stop } = running);
    ({ team } = customer);
    stranger = await openCustomer(running.anonymous, running.mailbox);
  });
  afterAll(() => stop());

  const refused = (field: string) => ({
    status: 400,
    body: { code: 'invalid_input', errors: expect.arrayContaining([expect.objectContaining({ field })]) },
  });
  const create = async (more: object = {}): Promise<Answer['body']> =>
    ok(await team.call('POST', '/workflows', { name: 'Welcome', steps, ...more }));

  it('are created with defaults, and answered as they are stored', async () => {
    const workflow = await create();
    expect(workflow).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      _id: workflow.id,
      project: customer.projectId,
      organisation: expect.any(String),
      name: 'Welcome',
      enabled: true,
      trigger: { manual: true },
      start: 'end',
      steps,
      version: 1,
      createdBy: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(ok(await team.call('GET', `/workflows/${workflow.id}`))).toEqual(workflow);
  });

  it('are updated: omitted fields stay, null clears, steps replace and start with their first, the version rises by 1', async () => {
    const { id } = await create({
      description: 'First',
      trigger: { event: 'order', channel: 'S2S', manual: false },
    });
    const path = `/workflows/${id}`;
    expect(ok(await team.call('PUT', path, { name: 'Second', description: null }))).toMatchObject({
      name: 'Second',
      version: 2,
      start: 'end',
      trigger: { event: 'order', channel: 'S2S', manual: false },
    });
    const next = [
      { id: 'a', type: 'message', content: 'A', next: 'b' },
      { id: 'b', type: 'close' },
    ];
    expect(ok(await team.call('PUT', path, { steps: next }))).toMatchObject({
      version: 3,
      start: 'a',
      steps: next,
    });
    expect(ok(await team.call('PUT', path, { start: 'b', enabled: false, trigger: null }))).toMatchObject({
      version: 4,
      start: 'b',
      enabled: false,
      trigger: { manual: true },
    });
    expect(await team.call('PUT', path, { start: 'c' })).toMatchObject(refused('start'));
    expect(await team.call('PUT', path, { name: null })).toMatchObject(refused('name'));
    expect(await team.call('PUT', path, { steps: null })).toMatchObject(refused('steps'));
    expect(ok(await team.call('GET', path)).description).toBeUndefined();
  });

  it('are refused with what is wrong: names, steps, people, teams and AI agents that are not there', async () => {
    const post = (body: object) => team.call('POST', '/workflows', { name: 'Wrong', steps, ...body });
    expect(await post({ name: ' ' })).toMatchObject(refused('name'));
    expect(await post({ name: 'x'.repeat(257) })).toMatchObject(refused('name'));
    expect(await post({ description: 'x'.repeat(2_001) })).toMatchObject(refused('description'));
    expect(await post({ trigger: { event: 'x'.repeat(257) } })).toMatchObject(refused('trigger.event'));
    expect(await post({ trigger: { channel: 'SMS' } })).toMatchObject(refused('trigger.channel'));
    expect(await post({ steps: [] })).toMatchObject(refused('steps'));
    expect(await post({ steps: [{ ...steps[0], next: 'x' }] })).toMatchObject(refused('steps.0.next'));
    for (const [field, step] of [
      ['user', { type: 'assign', user: UNKNOWN, next: null }],
      ['team', { type: 'assign', team: UNKNOWN, next: null }],
      ['team', { type: 'handoff', team: UNKNOWN }],
      ['agentId', { type: 'agent', agentId: UNKNOWN }],
    ] as const)
      expect(await post({ steps: [{ id: 'a', ...step }] })).toMatchObject(refused(`steps.0.${field}`));
  });

  it('have a name of 256 characters, a description of 2,000, an event of 256, and 200 steps', async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({ ...steps[0], id: `s${index}` }));
    const workflow = await create({
      ...{ name: 'x'.repeat(256), description: 'x'.repeat(2_000), steps: many },
      trigger: { event: 'x'.repeat(256), channel: 'EMAIL' },
    });
    expect(workflow).toMatchObject({ start: 's0', trigger: { channel: 'EMAIL', manual: true } });
    const more = { name: 'Wrong', steps: [...many, { ...steps[0], id: 's200' }] };
    expect(await team.call('POST', '/workflows', more)).toMatchObject(refused('steps'));
  });

  it('have at most 262,144 bytes: 413', async () => {
    const step = (id: string, content: string) => ({ id, type: 'message', content, next: null });
    const of = (bytes: number) => {
      const whole = (length: number) => ({
        ...{ name: 'Long', description: 'd', trigger: { event: 'e' }, start: 's0' },
        steps: [
          ...Array.from({ length: 28 }, (_, at) => step(`s${at}`, 'x'.repeat(9_000))),
          step('rest', 'x'.repeat(length)),
        ],
      });
      return whole(bytes - Buffer.byteLength(JSON.stringify(whole(0))));
    };
    const { id } = ok(await team.call('POST', '/workflows', of(262_144)));
    const large = { status: 413, body: { code: 'payload_too_large' } };
    expect(await team.call('POST', '/workflows', of(262_164))).toMatchObject(large);
    expect(await team.call('PUT', `/workflows/${id}`, of(262_164))).toMatchObject(large);
    expect(await team.call('PUT', `/workflows/${id}`, { description: 'x'.repeat(100) })).toMatchObject(large);
    expect(ok(await team.call('GET', `/workflows/${id}`))).toMatchObject({ version: 1, description: 'd' });
  });

  it('are listed, newest first, by pages of 50 and at most 100, and filtered by their fields', async () => {
    const first = await create({ name: 'Listed' });
    const second = await create({ name: 'Listed', enabled: false });
    const ids = async (query: string) =>
      (ok(await team.call('GET', `/workflows?name=Listed${query}`)) as { id: string }[]).map(({ id }) => id);
    expect(await ids('')).toEqual([second.id, first.id]);
    expect(await ids('&limit=1&skip=1')).toEqual([first.id]);
    expect(await ids('&enabled=false')).toEqual([second.id]);
    expect(await ids('&sort=createdAt')).toEqual([first.id, second.id]);
  });

  it('are deleted once', async () => {
    const { id } = await create();
    expect(ok(await team.call('DELETE', `/workflows/${id}`))).toMatchObject({ id, name: 'Welcome' });
    const gone = { status: 404, body: { code: 'workflow_not_found' } };
    expect(await team.call('DELETE', `/workflows/${id}`)).toMatchObject(gone);
    expect(await team.call('GET', `/workflows/${id}`)).toMatchObject(gone);
    expect(await team.call('PUT', `/workflows/${id}`, { name: 'X' })).toMatchObject(gone);
  });

  it('are only looked at by the role agent, and by nobody of another project', async () => {
    const { id } = await create();
    const agent = ok(await team.call('POST', '/agents', { name: 'Bot' }));
    for (const [group, thing] of [
      ['workflows', id],
      ['agents', agent.id],
    ] as const) {
      expect((await customer.agent.call('GET', `/${group}`)).status).toBe(200);
      expect((await customer.agent.call('GET', `/${group}/${thing}`)).status).toBe(200);
      const denied = { status: 403, body: { code: 'permission_denied' } };
      expect(await customer.agent.call('POST', `/${group}`, { name: 'X', steps })).toMatchObject(denied);
      expect(await customer.agent.call('PUT', `/${group}/${thing}`, { name: 'X' })).toMatchObject(denied);
      expect(await customer.agent.call('DELETE', `/${group}/${thing}`)).toMatchObject(denied);
      expect(ok(await stranger.team.call('GET', `/${group}`))).toEqual([]);
      for (const method of ['GET', 'PUT', 'DELETE'])
        expect(
          await stranger.team.call(method, `/${group}/${thing}`, method === 'PUT' ? {} : undefined),
        ).toMatchObject({
          status: 404,
        });
    }
    expect(
      await stranger.team.call('POST', '/workflows', {
        name: 'X',
        steps: [{ id: 'a', type: 'agent', agentId: agent.id }],
      }),
    ).toMatchObject(refused('steps.0.agentId'));
  });

  it('AI agents are created, updated and deleted; their limits are named', async () => {
    const tool = { name: 'order_status', description: 'Status', parameters: { type: 'object' } };
    const agent = ok(
      await team.call('POST', '/agents', { name: 'Bot', tools: [tool], instructions: 'Be brief.' }),
    );
    expect(agent).toMatchObject({ name: 'Bot', enabled: true, tools: [tool], instructions: 'Be brief.' });
    const path = `/agents/${agent.id}`;
    expect(
      ok(await team.call('PUT', path, { enabled: false, tools: null, instructions: null })),
    ).toMatchObject({
      enabled: false,
      tools: [],
    });
    expect(ok(await team.call('GET', path)).instructions).toBeUndefined();
    const post = (body: object) => team.call('POST', '/agents', { name: 'Bot', ...body });
    expect((await post({ name: 'x'.repeat(128), instructions: 'x'.repeat(20_000) })).status).toBe(200);
    expect(await post({ name: 'x'.repeat(129) })).toMatchObject(refused('name'));
    expect(await post({ instructions: 'x'.repeat(20_001) })).toMatchObject(refused('instructions'));
    expect(await post({ handoffTeam: UNKNOWN })).toMatchObject(refused('handoffTeam'));
    const tools = Array.from({ length: 33 }, (_, index) => ({ ...tool, name: `t${index}` }));
    expect(await post({ tools })).toMatchObject(refused('tools'));
    expect((await post({ tools: tools.slice(1) })).status).toBe(200);
    expect(await post({ tools: [tool, tool] })).toMatchObject(refused('tools.1.name'));
    expect(await post({ tools: [{ name: 'x' }] })).toMatchObject(refused('tools.0.description'));
    expect(ok(await team.call('DELETE', path))).toMatchObject({ id: agent.id });
    expect(await team.call('GET', path)).toMatchObject({ status: 404, body: { code: 'agent_not_found' } });
  });
});
