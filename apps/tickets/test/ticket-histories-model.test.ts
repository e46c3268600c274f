import { eventually } from '@parley/testing';
import { comparable, type Histories, createHistories, putTogether } from './support/histories';
import { type Appended, callerIn, startTickets, type TestCaller, type TestService } from './support/service';
import { createImporter, minute, sketch } from './support/imports';
import { createTeams } from './support/teams';

const SEED = Number(process.env['SEED'] ?? 20_261_123);
const STEPS = 200;
const MINUTE = 60_000;

let service: TestService;
let histories: Histories;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('ticket_histories_model');
  histories = createHistories(service);
  caller = callerIn(service.neighbours);
});
afterAll(() => service.stop());
afterEach(() => service.setClock(undefined));

/** Numbers from 0 to 1 that a seed repeats. */
const createRandom = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Everything that can happen to tickets, at random. */
const life = (random: () => number) => {
  const { context, projectId, userId } = caller;
  const { neighbours, tickets, messages, merging, bulk, conversations } = service;
  const at = createTeams(service, () => caller);
  const importing = createImporter(service, () => caller);
  const contacts = [3, 0].map((sla) => neighbours.addContact(projectId, { sla }).id);
  const users = [userId, neighbours.addMember(projectId, {}).id];
  const rules = { defaultSla: 5, method: 'circular', members: users };
  const { id: team } = neighbours.addTeam(projectId, 'Support', rules);
  const ids: string[] = [];
  const said: string[] = [];
  const opened: { id: string; contact: string }[] = [];
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const some = <T>(list: readonly T[]): T[] => list.filter(() => random() < 0.4);
  const value = (): object =>
    pick([
      { status: 'DONE' },
      { status: 'OPEN' },
      { status: 'INPROGRESS' },
      { processingUser: pick(users) },
      { processingTeam: team },
      { tags: some(['a', 'b']), priority: 'HIGH', type: 'BUG' },
      { isSpam: random() < 0.5 },
      { archived: random() < 0.5 },
      { conversationRating: Math.floor(random() * 11) },
      { bot: { active: false, forwardedToSupportAt: new Date(Math.floor(random() * 1e12)).toISOString() } },
      { session: pick(contacts) },
      { channel: { type: pick(['CHAT', 'EMAIL']) } },
    ]) ?? {};
  const remember = (id: string | undefined): void => void (id && ids.push(id));
  const actions: (() => Promise<unknown>)[] = [
    async () => remember((await at.create({ session: pick(contacts), ...value() })).id),
    async () => remember((await at.create({ ...value() })).id),
    async () => {
      const request = { ticket: { session: contacts[0] }, message: random() < 0.7 ? 'hello' : undefined };
      remember((await tickets.composeTicket(request, context)).ticket?.id);
    },
    async () => {
      const contact = pick(contacts) ?? '';
      const { conversation } = await conversations.createConversation(
        { contactId: contact, channel: 'WIDGET', comment: 'hi' },
        context,
      );
      remember(conversation?.id);
      opened.push({ id: conversation?.id ?? '', contact });
    },
    async () => at.update(pick(ids) ?? '', value()),
    async () => at.update(pick(ids) ?? '', value()),
    async () =>
      at.update(pick(ids) ?? '', {}, [
        pick(['processingUser', 'processingTeam', 'conversationRating']) ?? '',
      ]),
    async () => {
      const session = random() < 0.5 ? pick(contacts) : undefined;
      const message = {
        ticket: pick(ids) ?? '',
        comment: 'x',
        session,
        isNote: random() < 0.2,
        bot: random() < 0.2,
      };
      said.push((await messages.createMessage(message, context)).message?.id ?? '');
    },
    async () => {
      const messageId = pick(said) ?? '';
      said.push((await messages.createThreadReply({ messageId, comment: 'y' }, context)).message?.id ?? '');
    },
    async () => messages.deleteMessage({ messageId: pick(said) ?? '' }, context),
    async () =>
      merging.mergeTickets(
        {
          ticketsToMergeIds: [pick(ids) ?? ''],
          targetTicketId: pick(ids),
          shouldCreateNewTicket: random() < 0.2,
        },
        context,
      ),
    async () => {
      const selection = { ids: [...new Set(some(ids))] };
      const update = pick([
        { action: 'close' },
        { action: 'assign', payload: { processingUser: pick(users) } },
        { action: 'team', payload: { processingTeam: team } },
      ]);
      if (update) await bulk.bulkUpdateTickets({ ...update, selection }, context);
    },
    async () => {
      const from = pick(['contact', 'user', 'bot']);
      const moment = minute(Math.floor(random() * 1_000));
      const [imported] = await importing([
        sketch({
          session: pick(contacts),
          events: [
            ...(random() < 0.5 ? [] : [{ at: minute(0), kind: 'assign', processingUser: pick(users) }]),
            { at: moment, kind: 'message', from, comment: 'x' },
            { at: moment, kind: 'status', status: pick(['DONE', 'OPEN']), user: pick(users) },
          ],
        }),
      ]);
      remember(imported?.id);
    },
    async () => {
      const snoozedUntil = new Date(Date.now() + 1e9).toISOString();
      await at.update(pick(ids) ?? '', { snoozedUntil });
    },
    async () => service.handOver.handOverTickets({}, context),
    async () => tickets.deleteTicket({ ticketId: pick(ids) ?? '' }, context),
  ];
  // Actions that the rules refuse change nothing and are as good as any.
  const done = new Set<unknown>();
  const step = async (): Promise<void> => {
    const action = pick(actions);
    await action?.().then(
      () => done.add(action),
      () => undefined,
    );
  };
  return { step, neverDone: () => actions.filter((action) => !done.has(action)).map(String) };
};

const shuffled = (events: readonly Appended[], random: () => number): Appended[] =>
  [...events, ...events.filter(() => random() < 0.3)]
    .map((event) => ({ event, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ event }) => event);

it('events put together in any order, some repeated, say what the stream says, whatever happened', async () => {
  const random = createRandom(SEED);
  const { step, neverDone } = life(random);
  let now = Date.now();
  // A job with a lease that ends by a leap of the clock counts as one that its process died with.
  const noJobIsHeld = () =>
    eventually(async () =>
      expect(await service.db.query(`SELECT FROM job WHERE status = 'taken'`)).toEqual([]),
    );
  for (let index = 0; index < STEPS; index += 1) {
    await noJobIsHeld();
    now += Math.floor(random() * 2 * MINUTE);
    service.setClock(new Date(now));
    await step();
  }
  expect(neverDone()).toEqual([]);
  const overdue = () =>
    service.db.query(
      `SELECT FROM ticket WHERE sla_due_at <= $1 AND NOT sla_breached AND status <> 'DONE' AND NOT archived AND NOT is_spam
          AND duplicate_of_id IS NULL`,
      [new Date(now)],
    );
  await eventually(async () => expect(await overdue()).toEqual([]));
  const streamed = comparable(await histories.streamed(caller.projectId));
  const events = await service.allEvents();
  expect(streamed.length).toBeGreaterThan(10);
  const first = streamed as { changes: object[]; messages: object[]; clocks: { outcome: string }[] }[];
  for (const part of ['changes', 'messages', 'clocks'] as const)
    expect(first.flatMap((history) => history[part]).length).toBeGreaterThan(5);
  for (let round = 0; round < 5; round += 1)
    expect(comparable(putTogether(shuffled(events, random)))).toEqual(streamed);
});
