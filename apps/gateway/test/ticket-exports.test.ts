import { notFound } from '@parley/errors';
import { operations } from '../src/routes';
import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { TICKET } from './support/identities';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.calls.splice(0));

const get = (path: string, request = {}) => gateway.api('GET', path, request);
const readOutcome = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

describe('exports of tickets', () => {
  const exports = [
    '/tickets/export',
    '/tickets/csv-export',
    '/tickets/export-fields',
    `/tickets/${TICKET}/audit-export`,
  ];

  it.each(exports)('%s needs TICKET_EXPORT, which an agent lacks', async (path) => {
    const answer = await get(path, { token: gateway.tokens.agent });
    expect(readOutcome(answer)).toEqual([403, 'permission_denied']);
    expect(answer.text).toContain('TICKET_EXPORT');
    expect(operationCalls(gateway.calls)).toEqual([]);
  });

  it('lets an agent search, follow a notification and read logs and history', async () => {
    for (const path of [
      '/tickets/extendedsearch?searchTerm=a',
      '/tickets/by-session-query?email=a@b.example',
      `/tickets/notification/${TICKET}x`,
      `/tickets/${TICKET}/console-logs`,
      `/tickets/${TICKET}/activity-logs`,
      `/tickets/${TICKET}/history`,
    ]) {
      expect((await get(path, { token: gateway.tokens.agent })).status).toBe(200);
    }
  });

  it('refuses every one of them to whoever is no member of the project', async () => {
    const mine = operations.filter(({ definition }) =>
      /Ticket(Exports|Logs|Search)Service$/.test(definition.fullName),
    );
    expect(mine).toHaveLength(12);
    for (const { path } of mine) {
      const concrete = path.replace('{ticketId}', TICKET).replace('{shareToken}', `${TICKET}x`);
      const answer = await get(concrete, { token: gateway.tokens.outsider });
      expect(readOutcome(answer)).toEqual([403, 'project_forbidden']);
    }
  });

  it('are sent as attachments with their names', async () => {
    gateway.answers['exportTicketsCsv'] = () => ({ chunk: Buffer.from('id\r\n') });
    const csv = await get('/tickets/csv-export?projection[0]=id');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="tickets.csv"');
    expect(operationCalls(gateway.calls)[0]?.request['projection']).toEqual(['id']);
    const audit = await get(`/tickets/${TICKET}/audit-export`);
    expect(audit.headers.get('content-disposition')).toBe('attachment; filename="ticket-audit.csv"');
  });

  it('answer 404 ticket_not_found before anything is sent', async () => {
    const unknown = () => {
      throw notFound('ticket');
    };
    gateway.answers['exportTicketAudit'] = unknown;
    gateway.answers['listTicketHistory'] = unknown;
    gateway.answers['getNotificationTicket'] = unknown;
    for (const path of [
      `/tickets/${TICKET}/audit-export`,
      `/tickets/${TICKET}/history`,
      '/tickets/nothing/console-logs',
      '/tickets/notification/%00',
      '/tickets/notification/nonsense',
    ]) {
      expect(readOutcome(await get(path))).toEqual([404, 'ticket_not_found']);
    }
  });

  it.each([
    ['/tickets/extendedsearch', 'searchTerm'],
    ['/tickets/extendedsearch?searchTerm=', 'searchTerm'],
    ['/tickets/extendedsearch?searchTerm=a&type=LOOSE', 'type'],
    ['/tickets/export?limit=-1', 'limit'],
  ])('GET %s is 400 invalid_query naming %s', async (path, field) => {
    const answer = await get(path);
    expect(readOutcome(answer)).toEqual([400, 'invalid_query']);
    expect(answer.body).toMatchObject({ errors: [{ field }] });
  });

  it('refuses a filter on project or organisation with 400 forbidden_filter', async () => {
    for (const path of ['/tickets/export', '/tickets/csv-export', '/tickets/by-session-query']) {
      expect(readOutcome(await get(`${path}?project=x`))).toEqual([400, 'forbidden_filter']);
      expect(readOutcome(await get(`${path}?organisation!=x`))).toEqual([400, 'forbidden_filter']);
    }
  });
});
