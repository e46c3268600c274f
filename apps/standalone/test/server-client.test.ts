import { createApi, ok } from './support/api';
import { type CustomerPlatform, startWithCustomer } from './support/customer';

describe('the customer’s own server', () => {
  let world: CustomerPlatform;
  beforeAll(async () => {
    world = await startWithCustomer();
  });
  afterAll(() => world.stop());

  it('identifies a user, tracks what it does, and puts it and its company on boards, at the root of the host', async () => {
    const { team, projectId } = world.customer;
    const { secretKey } = ok(await team.call('GET', `/projects/${projectId}`));
    const root = createApi(() => world.platform.origin);
    const call = async (method: string, path: string, body?: unknown) =>
      ok(await root.call(method, path, body, { 'api-token': secretKey }));

    const contact = await call('POST', '/admin/identify', { userId: 'ada', name: 'Ada', seats: 3 });
    const event = { userId: 'ada', name: 'order placed', data: { total: 3 } };
    expect(await call('POST', '/admin/track', { events: [event] })).toEqual({ tracked: 1, failed: [] });
    expect(ok(await team.call('GET', `/sessions/${contact.id}`))).toMatchObject({
      userId: 'ada',
      customData: { seats: 3 },
    });
    const [tracked] = ok(await team.call('GET', `/sessions/${contact.id}/events`));
    expect(tracked).toMatchObject({ name: 'order placed', data: { total: 3 } });

    await call('PUT', '/admin/companies/acme', { name: 'Acme' });
    const lanes = [
      { id: 'new', title: 'New', color: '#22c55e' },
      { id: 'won', title: 'Won' },
    ];
    const make = async (recordType: string): Promise<string> => {
      const board = ok(await team.call('POST', '/pipelines', { name: recordType, recordType, lanes }));
      const field = { fieldId: 'amount', label: 'Amount', type: 'currency', source: 'ENTRY', unit: 'EUR' };
      ok(await team.call('POST', `/pipelines/${board.id}/properties`, field));
      return board.id;
    };
    const [companies, contacts] = [await make('companies'), await make('contacts')];
    expect(await call('GET', '/admin/pipelines?sort=createdAt')).toEqual(
      [companies, contacts].map((id, index) => ({
        id,
        name: ['companies', 'contacts'][index],
        recordType: ['companies', 'contacts'][index],
        stages: [
          { id: 'new', name: 'New', color: '#22c55e' },
          { id: 'won', name: 'Won' },
        ],
        fields: [{ fieldId: 'amount', label: 'Amount', type: 'currency', currency: 'EUR' }],
      })),
    );
    for (const path of [`${companies}/companies/acme`, `${contacts}/contacts/ada`]) {
      const address = `/admin/pipelines/${path}`;
      const added = await call('POST', address, { stageId: 'new', values: { amount: 5 } });
      expect(await call('POST', address, { stageId: 'won' })).toEqual(added);
      const changed = await call('PUT', address, { stageId: 'won', values: { amount: 7 } });
      expect(changed).toMatchObject({ id: added.id, stageId: 'won', values: { amount: 7 } });
      expect(await call('GET', address)).toEqual(changed);
      expect(ok(await team.call('GET', `/pipeline-entries/${added.id}`)).entry).toMatchObject({
        laneId: 'won',
      });
      expect(await call('DELETE', address)).toEqual(changed);
    }
    expect(await call('DELETE', '/admin/companies/acme')).toMatchObject({ companyId: 'acme' });
  });

  it('goes on with its key for 24 hours after an admin made another one', async () => {
    const { team, agent, projectId } = world.customer;
    const { secretKey } = ok(await team.call('GET', `/projects/${projectId}`));
    const path = '/projects/rotate-secret-key';
    expect((await agent.call('POST', path, {})).status).toBe(403);
    const { secretKey: fresh } = ok(await team.call('POST', path, {}));
    expect(fresh).not.toBe(secretKey);
    const root = createApi(() => world.platform.origin);
    for (const key of [secretKey, fresh])
      ok(await root.call('GET', '/admin/pipelines', undefined, { 'api-token': key }));
    expect((await root.call('GET', '/admin/pipelines', undefined, { 'api-token': 'sk_other' })).status).toBe(
      401,
    );
  });
});
