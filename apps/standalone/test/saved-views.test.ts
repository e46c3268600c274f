import { ok } from './support/api';
import { type Customer, startWithCustomer } from './support/customer';

/** Filters of tickets that a body carries, in the names and values of the list. */
describe('A filter in a body', () => {
  let customer: Customer;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ customer, stop } = await startWithCustomer());
  });
  afterAll(() => stop());

  it('is kept with a view, and the list takes it', async () => {
    const filter = { status: ['OPEN', 'DONE'], 'createdAt>=': '2026-01-01', archived: false };
    const view = ok(await customer.agent.call('POST', '/views', { name: 'Recent', filter, sort: '-bugId' }));
    expect(view).toMatchObject({ filter, sort: '-bugId' });
    expect(ok(await customer.agent.call('GET', '/views'))).toEqual([view]);
    const [first, second] = await Promise.all(
      ['One', 'Two'].map(async (title) => ok(await customer.agent.call('POST', '/tickets', { title }))),
    );
    const query = Object.entries(view.filter as Record<string, unknown>)
      .map(
        ([key, value]) =>
          `${encodeURIComponent(key).replace('%3E%3D', '%3E=')}${key.endsWith('=') ? '' : '='}${String(value)}`,
      )
      .join('&');
    const { tickets } = ok(await customer.agent.call('GET', `/tickets?${query}&sort=${view.sort}`));
    expect((tickets as { id: string }[]).map(({ id }) => id).sort()).toEqual([first?.id, second?.id].sort());
    const changed = ok(await customer.agent.call('PUT', `/views/${view.id}`, { filter: { type: 'BUG' } }));
    expect(changed.filter).toEqual({ type: 'BUG' });
  });

  it('narrows what is archived', async () => {
    const create = async (priority: string): Promise<string> =>
      ok(await customer.agent.call('POST', '/tickets', { type: 'OLD', priority })).id;
    const [high, low] = [await create('HIGH'), await create('LOW')];
    const body = { type: 'OLD', status: 'OPEN', filter: { priority: 'HIGH' } };
    expect(ok(await customer.agent.call('PUT', '/tickets/archive/all', body))).toEqual({ archived: 1 });
    const isArchived = async (id: string): Promise<boolean> =>
      ok(await customer.agent.call('GET', `/tickets/${id}`)).archived;
    expect([await isArchived(high), await isArchived(low)]).toEqual([true, false]);
  });
});
