import { newId } from '@parley/persistence';
import { callerIn, makeContext, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
let ticketId: string;
beforeAll(async () => {
  service = await startTickets('message_drafts');
});
afterAll(() => service.stop());
beforeEach(async () => {
  caller = callerIn(service.neighbours);
  ticketId = (await service.tickets.createTicket({ ticket: {} }, caller.context)).ticket?.id ?? '';
});

const colleague = (): TestCaller => callerIn(service.neighbours, caller.projectId);
const machine = (name: string) => makeContext(caller.projectId, { type: 'service', id: newId(), name });
const put = async (draft: object, { context } = caller) =>
  (await service.drafts.putMessageDraft({ ticketId, ...draft }, context)).draft;
const read = ({ context } = caller) => service.drafts.getMessageDraft({ ticketId }, context);
const remove = (author?: string, { context } = caller) =>
  service.drafts.deleteMessageDraft({ ticketId, ...(author !== undefined && { author }) }, context);
const none = { draft: undefined, suggestions: [] };
const ticketNotFound = { kind: 'notFound', reason: 'TICKET_NOT_FOUND' };
const invalidAt = (field: string) => ({
  reason: 'INVALID_INPUT',
  fields: [expect.objectContaining({ field })],
});

describe('a draft', () => {
  it('is kept per person and ticket, with what a message has, and replaced whole', async () => {
    expect(await read()).toEqual(none);
    service.setClock(new Date('2026-03-01T09:00:00Z'));
    const attachments = [{ name: 'plan.pdf', url: 'https://files.example/plan.pdf' }];
    const first = await put({
      markdownComment: 'Soon **done**',
      attachments,
      to: ['Lin@Customer.example'],
      cc: ['a@b.example'],
      bcc: [],
    });
    expect(first).toMatchObject({
      ticket: ticketId,
      user: { id: caller.userId },
      plainContent: 'Soon done',
      isNote: false,
      attachments,
      to: ['lin@customer.example'],
      cc: ['a@b.example'],
      bcc: [],
      createdAt: '2026-03-01T09:00:00.000Z',
    });
    expect(await read()).toEqual({ draft: first, suggestions: [] });
    service.setClock(new Date('2026-03-01T09:05:00Z'));
    const second = await put({ comment: 'A note', isNote: true });
    service.setClock(undefined);
    expect(second).toMatchObject({
      isNote: true,
      attachments: [],
      to: [],
      createdAt: first?.createdAt,
      updatedAt: '2026-03-01T09:05:00.000Z',
    });
    expect(await read()).toEqual({ draft: second, suggestions: [] });
  });

  it('is shown to its author alone', async () => {
    await put({ comment: 'Mine' });
    expect(await read(colleague())).toEqual(none);
  });

  it('is found by its author with the tickets of all others, the latest first', async () => {
    const other = colleague();
    const further = (await service.tickets.createTicket({ ticket: {} }, caller.context)).ticket?.id ?? '';
    const list = async ({ context } = caller) =>
      (await service.drafts.listDraftedTickets({}, context)).ticketIds;
    expect(await list()).toEqual([]);
    await put({ comment: 'Mine' });
    await put({ comment: 'Theirs' }, other);
    service.setClock(new Date(Date.now() + 1_000));
    await service.drafts.putMessageDraft({ ticketId: further, comment: 'Mine too' }, caller.context);
    service.setClock(undefined);
    expect(await list()).toEqual([further, ticketId]);
    expect(await list(other)).toEqual([ticketId]);
    await remove();
    expect(await list()).toEqual([further]);
    expect(await list(callerIn(service.neighbours))).toEqual([]);
  });

  it('sends nothing and changes nothing of the ticket', async () => {
    const before = await service.tickets.getTicket({ ticketId }, caller.context);
    const events = await service.events(ticketId);
    await put({ comment: 'Hi', to: ['lin@customer.example'] });
    expect(await service.tickets.getTicket({ ticketId }, caller.context)).toEqual(before);
    expect(await service.events(ticketId)).toEqual(events);
    expect(await service.db.query('SELECT FROM mail_job WHERE aggregate_id = $1', [ticketId])).toEqual([]);
  });

  it('is deleted by its author, twice is once, and with its ticket', async () => {
    const other = colleague();
    await put({ comment: 'Mine' });
    await put({ comment: 'Theirs' }, other);
    await remove();
    await remove();
    expect(await read()).toEqual(none);
    expect((await read(other)).draft?.plainContent).toBe('Theirs');
    await service.tickets.deleteTicket({ ticketId }, caller.context);
    expect(await service.db.query('SELECT FROM message_draft WHERE ticket_id = $1', [ticketId])).toEqual([]);
  });

  it('has the bounds of a message', async () => {
    await expect(put({})).rejects.toMatchObject(invalidAt('comment'));
    await expect(put({ comment: 'x', isNote: true, cc: ['a@b.example'] })).rejects.toMatchObject(
      invalidAt('cc'),
    );
    await expect(put({ comment: 'x', cc: ['nothing'] })).rejects.toMatchObject(invalidAt('cc.0'));
    const many = Array.from({ length: 51 }, (_, n) => `a${n}@b.example`);
    await expect(put({ comment: 'x', cc: many })).rejects.toMatchObject(invalidAt('cc'));
    await expect(
      put({ comment: 'x', attachments: [{ name: 'x', url: 'javascript:alert(1)' }] }),
    ).rejects.toMatchObject(invalidAt('attachments.0'));
    await expect(put({ comment: 'x'.repeat(204_800) })).rejects.toMatchObject({ kind: 'tooLarge' });
    expect(await read()).toEqual(none);
  });

  it('knows only tickets of its project', async () => {
    const stranger = callerIn(service.neighbours);
    await expect(put({ comment: 'x' }, stranger)).rejects.toMatchObject(ticketNotFound);
    await expect(read(stranger)).rejects.toMatchObject(ticketNotFound);
    await expect(remove(undefined, stranger)).rejects.toMatchObject(ticketNotFound);
    ticketId = 'x';
    await expect(put({ comment: 'x' })).rejects.toMatchObject(ticketNotFound);
  });
});

describe('a draft of a service account', () => {
  it('is a suggestion for the whole team, the latest first, at most 20', async () => {
    const model = machine('Model');
    await put({ comment: 'Suggested' }, { ...caller, context: model });
    const [suggestion] = (await read()).suggestions;
    expect(suggestion).toMatchObject({ plainContent: 'Suggested', user: { firstName: 'Model' } });
    expect((await service.drafts.getMessageDraft({ ticketId }, model)).draft).toEqual(suggestion);
    for (let n = 1; n <= 20; n += 1) {
      service.setClock(new Date(Date.now() + n * 1_000));
      await put({ comment: `No. ${n}` }, { ...caller, context: machine(`Model ${n}`) });
    }
    service.setClock(undefined);
    const { suggestions } = await read();
    expect(suggestions).toHaveLength(20);
    expect(suggestions[0]?.plainContent).toBe('No. 20');
    expect(suggestions).not.toContainEqual(suggestion);
  });

  it('is deleted by anyone who answers; drafts of people are not', async () => {
    const model = machine('Model');
    const other = colleague();
    await put({ comment: 'Suggested' }, { ...caller, context: model });
    await put({ comment: 'Theirs' }, other);
    await remove(other.userId);
    expect((await read(other)).draft?.plainContent).toBe('Theirs');
    const [suggestion] = (await read()).suggestions;
    await remove(suggestion?.user?.id);
    expect((await read()).suggestions).toEqual([]);
  });
});
