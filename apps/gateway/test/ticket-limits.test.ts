import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { TICKET } from './support/identities';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.calls.splice(0));

const one = `/tickets/${TICKET}`;
const ids = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => n.toString(16).padStart(24, '0'));

describe('the limits of tickets', () => {
  it.each([
    ['POST', '/tickets', 'type', { type: 'x'.repeat(65) }],
    ['POST', '/tickets', 'type', { type: '' }],
    ['POST', '/tickets', 'status', { status: 'x'.repeat(65) }],
    ['POST', '/tickets', 'title', { title: 'x'.repeat(1_001) }],
    ['POST', '/tickets', 'description', { description: 'x'.repeat(100_001) }],
    ['PUT', one, 'status', { status: '' }],
    ['PUT', one, 'priority', { priority: 'URGENT' }],
    ['PUT', one, 'sentiment', { sentiment: 'furious' }],
    ['PUT', one, 'conversationRating', { conversationRating: 11 }],
    ['PUT', one, 'conversationRating', { conversationRating: -1 }],
    ['PUT', one, 'dueDate', { dueDate: 'soon' }],
    ['POST', '/tickets/compose', 'email', { email: 'nobody' }],
    ['PUT', '/tickets/merge', 'ticketsToMergeIds', { targetTicketId: TICKET }],
    ['PUT', '/tickets/merge', 'ticketsToMergeIds', { targetTicketId: TICKET, ticketsToMergeIds: [] }],
    ['PUT', '/tickets/merge', 'ticketsToMergeIds', { targetTicketId: TICKET, ticketsToMergeIds: ids(101) }],
    ['POST', '/tickets/tracker-tickets', 'customerEmail', { customerEmail: 'nobody' }],
    ['POST', '/tickets/generate-data', 'sourceTicketId', {}],
  ])('%s %s refuses a bad %s with 400 invalid_input naming it', async (method, path, field, body) => {
    const answer = await gateway.api(method, path, { body });
    expect(answer.body).toMatchObject({ status: 400, code: 'invalid_input', errors: [{ field }] });
    // An update asks whether its ticket exists before it looks at the body.
    expect(operationCalls(gateway.calls).filter(({ rpc }) => rpc !== 'getTicket')).toEqual([]);
  });

  it.each([
    ['POST', '/tickets', { type: 'x'.repeat(64), status: 'y'.repeat(64), title: 'x'.repeat(1_000) }],
    ['PUT', one, { conversationRating: 10 }],
    ['PUT', one, { conversationRating: 0 }],
    ['PUT', '/tickets/merge', { targetTicketId: TICKET, ticketsToMergeIds: ids(100) }],
  ])('%s %s takes what is just within them', async (method, path, body) => {
    expect((await gateway.api(method, path, { body })).status).toBe(200);
  });

  it.each([
    ['/tickets/search', 'searchTerm'],
    ['/tickets/extendedsearch', 'searchTerm'],
    ['/tickets/extendedsearch?searchTerm=a&type=NARROW', 'type'],
    ['/tickets/search-feature-requests', 'query'],
    ['/tickets/tracker-tickets?page=0', 'page'],
    ['/users/unified-inbox?page=0', 'page'],
    ['/tickets?archived=perhaps', 'archived'],
  ])('GET %s is 400 invalid_query naming %s', async (path, field) => {
    const answer = await gateway.api('GET', path);
    expect(answer.body).toMatchObject({ status: 400, code: 'invalid_query', errors: [{ field }] });
    expect(operationCalls(gateway.calls)).toEqual([]);
  });

  it('take a search term of 512 characters and refuse one more', async () => {
    const search = (letters: number) =>
      gateway.api('GET', `/tickets/search?searchTerm=${'x'.repeat(letters)}`);
    expect((await search(512)).status).toBe(200);
    expect((await search(513)).body).toMatchObject({ status: 400, code: 'invalid_query' });
  });

  it.each([
    ['/tickets', 50, 1_000],
    ['/tickets/search?searchTerm=a', 30, 30],
    ['/tickets/search-feature-requests?query=a', 10, 10],
    ['/tickets/export', 25_000, 25_000],
    [`${one}/scheduled-replies`, 50, 100],
    [`/sessions/${TICKET}/activities`, 50, 1_000],
    ['/companies/acme/tickets', 25, 100],
    ['/users/unified-inbox', 50, 100],
  ])('GET %s has %d by default and at most %d', async (path, byDefault, most) => {
    const limits = [];
    for (const query of ['', 'limit=1000000']) {
      await gateway.api('GET', [path, query].filter(Boolean).join(path.includes('?') ? '&' : '?'));
      limits.push(operationCalls(gateway.calls).at(-1)?.request['limit']);
    }
    expect(limits).toEqual([byDefault, most]);
  });
});
