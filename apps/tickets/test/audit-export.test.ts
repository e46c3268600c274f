import { newId } from '@parley/persistence';
import { collect, collectFile, simpleRows } from './support/streams';
import { callerIn, makeContext, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('audit_export');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const HEADER = ['timestamp', 'actor', 'actor_email', 'event_type', 'detail', 'content'];

const create = async (ticket: object = {}, context = caller.context) => {
  const answer = await service.tickets.createTicket({ ticket }, context);
  if (!answer.ticket) throw new Error('No ticket');
  return answer.ticket;
};
const update = (ticketId: string, ticket: object, context = caller.context) =>
  service.tickets.updateTicket({ ticketId, ticket }, context);
const say = (ticket: string, comment: string, rest: object = {}) =>
  service.messages.createMessage({ ticket, comment, ...rest }, caller.context);
const audit = (ticketId: string, context = caller.context): Promise<string> =>
  collectFile(service.exports.exportTicketAudit({ ticketId }, context));
/** Rows without their times. */
const events = async (ticketId: string): Promise<string[][]> =>
  simpleRows(await audit(ticketId))
    .slice(1)
    .map(([, ...cells]) => cells);

describe('ExportTicketAudit', () => {
  it('tells the creation, every message and every change, in the order of time', async () => {
    const contact = service.neighbours.addContact(caller.projectId, {
      name: 'Lin Park',
      email: 'lin@c.example',
    });
    const { id, bugId, createdAt } = await create({ title: 'Broken', session: contact.id });
    await say(id, 'We are on it', { attachments: [{ name: 'plan.pdf', url: 'https://f.example/1' }] });
    await say(id, 'Ask billing', { isNote: true });
    await update(id, { status: 'DONE' });
    await say(id, 'Still broken', { session: contact.id });
    await update(id, { processingUser: caller.userId });
    await update(id, { tags: ['a', 'b'] });

    const rows = simpleRows(await audit(id));
    expect(rows[0]).toEqual(HEADER);
    expect(rows[1]?.[0]).toBe(createdAt);
    const times = rows.slice(1).map(([time]) => time ?? '');
    expect(times).toEqual([...times].sort());
    for (const time of times) expect(new Date(time).toISOString()).toBe(time);
    const ada = ['Ada Agent', 'ada@team.example'];
    const lin = ['Lin Park', 'lin@c.example'];
    expect(rows.slice(1).map(([, ...cells]) => cells)).toEqual([
      [...ada, 'created', `BUG #${bugId}`, 'Broken'],
      [...ada, 'reply', 'attachments: plan.pdf', 'We are on it'],
      [...ada, 'note', '', 'Ask billing'],
      [...ada, 'status_changed', 'OPEN -> DONE', ''],
      [...lin, 'contact_message', '', 'Still broken'],
      [...lin, 'status_changed', 'DONE -> OPEN', ''],
      [...ada, 'processing_user_changed', 'none -> Ada Agent', ''],
      // A list of tags has a comma in it, so the cell is quoted.
      [...ada, 'tags_changed', '"none -> a', ' b"', ''],
    ]);
  });

  it('names what changes from and to: teams and contacts by name, times, switches', async () => {
    const { id } = await create();
    const contact = service.neighbours.addContact(caller.projectId, { email: 'noor@c.example' });
    const team = service.neighbours.addTeam(caller.projectId, 'Billing');
    await update(id, { processingTeam: team.id });
    await update(id, { session: contact.id });
    await update(id, { dueDate: '2031-01-01T00:00:00.000Z' });
    await update(id, { archived: true });
    await update(id, { priority: 'HIGH' });
    expect((await events(id)).slice(1).map(([, , type, detail]) => [type, detail])).toEqual([
      ['processing_team_changed', 'none -> Billing'],
      ['session_changed', 'none -> noor@c.example'],
      ['due_date_changed', 'none -> 2031-01-01T00:00:00.000Z'],
      ['archived_changed', 'false -> true'],
      ['priority_changed', 'MEDIUM -> HIGH'],
    ]);
  });

  it('leaves the e-mail of system actors, bots and service accounts blank', async () => {
    const account = makeContext(caller.projectId, { type: 'service', id: newId(), name: 'Orders' });
    const { id } = await create({}, account);
    await update(id, { status: 'X' }, makeContext(caller.projectId, { type: 'system', name: 'snooze' }));
    await service.messages.createMessage(
      { ticket: id, comment: 'beep', bot: true },
      makeContext(caller.projectId, { type: 'system', name: 'bot' }),
    );
    expect((await events(id)).map(([actor, email, type]) => [actor, email, type])).toEqual([
      ['Orders', '', 'created'],
      ['snooze', '', 'status_changed'],
      ['bot', '', 'reply'],
    ]);
  });

  it('tells replies in threads, and the messages of what was merged into the ticket', async () => {
    const main = await create();
    const merged = await create();
    await say(main.id, 'first');
    await say(merged.id, 'elsewhere');
    const reply = await say(main.id, 'in a thread');
    await service.db.query('UPDATE message SET reply_to_id = $1 WHERE id = $2', [newId(), reply.message?.id]);
    await service.db.query('UPDATE ticket SET duplicate_of_id = $1 WHERE id = $2', [main.id, merged.id]);
    expect((await events(main.id)).slice(1).map(([, , ...cells]) => cells)).toEqual([
      ['reply', '', 'first'],
      ['reply', `merged from #${merged.bugId}`, 'elsewhere'],
      ['thread_reply', '', 'in a thread'],
    ]);
  });

  it('quotes and neutralises what people wrote', async () => {
    const { id } = await create({ title: '=1+1' });
    await say(id, '+cmd, "quoted"');
    const file = await audit(id);
    expect(file).toContain(`,BUG #1,'=1+1\r\n`);
    expect(file).toContain(`,reply,,"'+cmd, ""quoted"""\r\n`);
  });

  it('sends thousands of events in parts of at most 50 rows, each once', async () => {
    const { id, organisation } = await create();
    await service.db.query(
      `INSERT INTO message (project_id, id, organisation_id, ticket_id, index, type, plain_content, created_at, updated_at)
       SELECT $1, lpad(to_hex(n), 24, '0'), $3, $2, n, 'TEXT', 'text ' || n, at, at
         FROM generate_series(1, 1000) n, LATERAL (SELECT timestamptz '2031-01-01Z' + n * interval '2 ms' AS at) t`,
      [caller.projectId, id, organisation],
    );
    await service.db.query(
      `INSERT INTO ticket_history (project_id, id, ticket_id, at, actor, field, from_value, to_value)
       SELECT $1, lpad(to_hex(n), 24, '0'), $2, timestamptz '2031-01-01Z' + n * interval '2 ms' + interval '1 ms',
              '{"type":"system","name":"test"}', 'score', to_jsonb(n - 1), to_jsonb(n)
         FROM generate_series(1, 1000) n`,
      [caller.projectId, id],
    );
    const parts = await collect(service.exports.exportTicketAudit({ ticketId: id }, caller.context));
    const sizes = parts.map(({ chunk }) => Buffer.from(chunk).toString().split('\r\n').length - 1);
    expect(Math.max(...sizes)).toBe(50);
    const file = Buffer.concat(parts.map(({ chunk }) => chunk)).toString();
    expect(simpleRows(file).slice(2)).toEqual(
      Array.from({ length: 1000 }, (_, index) => index + 1).flatMap((n) => [
        expect.arrayContaining(['reply', `text ${n}`]),
        expect.arrayContaining(['score_changed', `${n - 1} -> ${n}`]),
      ]),
    );
  });

  it('is 404 ticket_not_found for an unknown ticket and one of another project', async () => {
    const { id } = await create();
    const unknown = { kind: 'notFound', reason: 'TICKET_NOT_FOUND' };
    await expect(audit(newId())).rejects.toMatchObject(unknown);
    await expect(audit('nonsense')).rejects.toMatchObject(unknown);
    await expect(audit(id, callerIn(service.neighbours).context)).rejects.toMatchObject(unknown);
  });
});
