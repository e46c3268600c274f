import { eventually } from '@parley/testing';
import { type Answer, ok } from './support/api';
import { cutTo, inRandomParts, wrongChoices } from './support/chosen-fields';
import { type Customer, startWithCustomer } from './support/customer';
import { readDocument } from './support/surface';

interface Schema {
  $ref?: string;
  enum?: string[];
  anyOf?: Schema[];
}

interface Parameter {
  $ref?: string;
  name: string;
  schema: Schema;
  'x-chooses-fields'?: boolean;
}

/** Members in one order, at every level. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
};

describe('The fields that a query chooses', () => {
  let customer: Customer;
  let stop: () => Promise<void>;
  /** Operations with a query that chooses fields, a request that finds something, and all names. */
  let operations: { id: string; path: string; names: string[] }[];

  const get = (path: string): Promise<Answer> => customer.agent.call('GET', path);
  const withFields = (path: string, fields: string): string =>
    `${path}${path.includes('?') ? '&' : '?'}fields=${fields}`;

  /** Something of everything that the operations answer, indexed for search. */
  const fill = async (): Promise<Record<string, string>> => {
    const { team, agentId } = customer;
    const post = async (path: string, body: object): Promise<{ id: string; shareToken: string }> =>
      ok(await team.call('POST', path, body));
    const company = {
      name: 'Walrus Works',
      plan: 'pro',
      tags: ['a'],
      customData: { region: 'eu' },
      address: { city: 'Bonn' },
    };
    ok(await team.call('PUT', '/companies/walrus-works', company));
    const contact = await post('/sessions', {
      userId: 'walrus-1',
      name: 'Grace Walrus',
      email: `grace-${Date.now()}@walrus.example`,
      companyId: 'walrus-works',
      tags: ['vip'],
      customData: { seats: 3 },
    });
    const ticket = await post('/tickets', {
      title: 'The walrus sings',
      content: 'All night',
      description: 'Loudly',
      type: 'INQUIRY',
      session: contact.id,
      processingUser: agentId,
      tags: ['noise'],
      customData: { plan: 'pro' },
      attributes: { a: 1 },
      metaData: { page: '/' },
      consoleLog: [{ log: 'x' }],
      attachments: [{ name: 'a.txt', url: 'https://files.example/a.txt' }],
      dueDate: '2031-01-01T00:00:00Z',
    });
    const message = await post('/messages', {
      ticket: ticket.id,
      comment: 'A walrus answers',
      data: { clientMutationId: 'm1' },
    });
    await post('/messages', { ticket: ticket.id, comment: 'The contact of the walrus', session: contact.id });
    await post(`/messages/${message.id}/thread`, { comment: 'Who let it in?' });
    const paths = {
      'tickets.list': '/tickets',
      'tickets.search': '/tickets/search?searchTerm=walrus',
      'tickets.get': `/tickets/${ticket.id}`,
      'tickets.extended-search': '/tickets/extendedsearch?searchTerm=walrus',
      'tickets.by-session-query': '/tickets/by-session-query?userId=walrus-1',
      'users.unified-inbox': '/users/unified-inbox?type=my',
      'users.unified-inbox-ticket': `/users/unified-inbox/${ticket.id}`,
      'companies.conversations': '/companies/walrus-works/tickets',
      'messages.find': `/messages?ticket=${ticket.id}&paginated=true`,
      'messages.search': '/messages/search?searchTerm=walrus',
      'messages.thread': `/messages/${message.id}/thread`,
      'sessions.list': '/sessions',
      'sessions.search': '/sessions/search?searchTerm=walrus',
      'sessions.get': `/sessions/${contact.id}`,
      'sessions.get-by-user-id': '/sessions/by-user-id/walrus-1',
      'companies.list': '/companies',
      'companies.search': '/companies/search?searchTerm=walrus',
      'companies.get': '/companies/walrus-works',
    };
    await eventually(async () => {
      for (const path of Object.values(paths)) {
        const { body } = await get(path);
        const lists = Array.isArray(body)
          ? [body]
          : 'id' in body
            ? [[body]]
            : Object.values(body).filter(Array.isArray);
        if (lists.some((list) => list.length === 0)) throw new Error(`${path} finds nothing`);
      }
    });
    return paths;
  };

  beforeAll(async () => {
    const started = await startWithCustomer();
    ({ customer, stop } = started);
    const document = await readDocument<Parameter>(started.platform.origin);
    const schemas = document.components.schemas as Record<string, Schema>;
    const resolve = (schema: Schema): Schema =>
      schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
    const paths = await fill();
    operations = Object.values(document.paths).flatMap(({ get: row }) => {
      const chooses = row?.parameters?.find((parameter) => parameter['x-chooses-fields']);
      if (!row || !chooses || row.operationId.startsWith('server-client.')) return [];
      const names = resolve(resolve(chooses.schema).anyOf?.[0] ?? {}).enum ?? [];
      return [{ id: row.operationId, path: paths[row.operationId] ?? '', names }];
    });
    expect(operations.map(({ id }) => id).sort()).toEqual(Object.keys(paths).sort());
  });
  afterAll(() => stop());

  it('are answered as the whole answer has them, with the id, and nothing else is', async () => {
    for (const { id, path, names } of operations) {
      const parts = inRandomParts(names, 6);
      expect(parts.flat().sort()).toEqual([...names].sort());
      for (const fields of parts)
        // A document may change between the two requests, as marks follow a message.
        await eventually(async () => {
          const whole = await get(path);
          const part = await get(withFields(path, fields.join(',')));
          expect({ id, fields, status: part.status, body: sorted(part.body) }).toEqual({
            ...{ id, fields, status: 200 },
            body: sorted(cutTo(whole.body, fields)),
          });
        });
    }
  });

  it('are refused when there is none, or one that there is not: 400 invalid_query', async () => {
    for (const { id, path } of operations)
      for (const [what, fields] of Object.entries(wrongChoices)) {
        const { status, body } = await get(withFields(path, fields));
        expect({ id, what, status, code: body.code, field: body.errors?.[0]?.field }).toEqual({
          ...{ id, what, status: 400 },
          ...{ code: 'invalid_query', field: 'fields' },
        });
        expect(body.errors[0].message).toMatch(/^must (not )?name/);
        expect(JSON.stringify(body).length).toBeLessThan(4_000);
      }
    const { body } = await get('/tickets?fields=id,nonesuch');
    expect(body.errors[0].message).toContain('"nonesuch"');
  });

  it('may be doubled, have blanks around them, and come in several parameters', async () => {
    const expected = ok(await get('/tickets?fields=id,title'));
    expect(expected.tickets).toEqual([{ id: expect.any(String), title: 'The walrus sings' }]);
    for (const query of [
      'fields=title',
      'fields=%20title%20,id,',
      'fields=title,title&fields=title',
      'fields[]=id&fields[]=title',
      `fields=${'title,'.repeat(1_600)}id`,
    ])
      expect({ query, body: ok(await get(`/tickets?${query}`)) }).toEqual({ query, body: expected });
  });

  it('make a card of a hit of less than 400 bytes', async () => {
    const whole = ok(await get('/tickets/search?searchTerm=walrus'));
    const cards = ok(await get('/tickets/search?searchTerm=walrus&fields=title,status,highlight'));
    expect(JSON.stringify(cards).length).toBeLessThan(400);
    expect(JSON.stringify(whole).length).toBeGreaterThan(1_000);
  });

  it('leave unknown keys of a query alone where one document is read', async () => {
    const { id } = ok(await get('/tickets')).tickets[0] as { id: string };
    expect(ok(await get(`/tickets/${id}?nonesuch=1`))).toEqual(ok(await get(`/tickets/${id}`)));
  });
});
