import { newId } from '@parley/persistence';
import { fieldsOfMain, fieldsOfPast, type MessageField } from '../src/core/message-effects';
import { ticketColumns } from '../src/core/ticket.columns';
import { createImporter, minute, sketch } from './support/imports';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
let contactId: string;
beforeAll(async () => {
  service = await startTickets('message_effects_agreement');
  caller = callerIn(service.neighbours);
  contactId = service.neighbours.addContact(caller.projectId, { name: 'Carla' }).id;
});
afterAll(() => service.stop());

const kinds = ['contact', 'answer', 'bot', 'note', 'empty'] as const;
type Kind = (typeof kinds)[number];

/** A message as a test says it; its text is its own, if it has one. */
interface Line {
  kind: Kind;
  comment: string;
}

const pick = <Value>(values: readonly Value[]): Value =>
  values[Math.floor(Math.random() * values.length)] as Value;

const randomLines = (): Line[] =>
  Array.from({ length: 1 + Math.floor(Math.random() * 7) }, (_, at) => ({
    kind: pick(kinds),
    comment: `line ${at}`,
  }));

const create = async (): Promise<string> =>
  (await service.tickets.createTicket({ ticket: { session: contactId } }, caller.context)).ticket?.id ?? '';

const say = async (ticket: string, { kind, comment }: Line): Promise<string> => {
  const said = {
    contact: { comment, session: contactId },
    answer: { comment },
    bot: { comment, bot: true },
    note: { comment, isNote: true },
    // A message without a text.
    empty: { attachments: [{ url: 'https://files.example/a.png', name: 'a.png' }] },
  }[kind];
  return (await service.messages.createMessage({ ticket, ...said }, caller.context)).message?.id ?? '';
};

/** What a ticket keeps of its messages; for a time the place of the message that was written then. */
const kept = async (
  id: string,
  fields: readonly MessageField[],
  times: readonly (number | undefined)[],
): Promise<object> => {
  const columns = fields.map((field) => `${ticketColumns[field]} AS "${field}"`).join(', ');
  const [row] = await service.db.query<Record<string, unknown>>(
    `SELECT ${columns} FROM ticket WHERE project_id = $1 AND id = $2`,
    [caller.projectId, id],
  );
  return Object.fromEntries(
    Object.entries(row ?? {}).map(([field, value]) => [
      field,
      value instanceof Date ? times.indexOf(value.getTime()) : value,
    ]),
  );
};

const buildTimeFields = async (messageIds: readonly string[]): Promise<number[]> => {
  const rows = await service.db.query<{ id: string; at: Date }>(
    'SELECT id, created_at AS at FROM message WHERE project_id = $1 AND id = ANY ($2::text[])',
    [caller.projectId, messageIds],
  );
  return messageIds.map((id) => rows.find((row) => row.id === id)?.at.getTime() ?? -1);
};

/** Says all of it in a ticket, each at a time of its own; answers the messages. */
const sayAll = async (ticket: string, lines: readonly Line[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const line of lines) {
    ids.push(await say(ticket, line));
    // The next one has another time, by which its place is found.
    const now = Date.now();
    while (Date.now() === now) await new Promise(setImmediate);
  }
  return ids;
};

const ROUNDS = 12;

it.each(Array.from({ length: ROUNDS }, () => [randomLines()]))(
  'A ticket keeps the same of %j, written, said in a ticket merged into it, imported, and after one more was deleted',
  async (lines) => {
    const [written, main, merged, restored] = [
      await create(),
      await create(),
      await create(),
      await create(),
    ];
    await service.merging.mergeTickets({ ticketsToMergeIds: [merged], targetTicketId: main }, caller.context);
    const times = await buildTimeFields(await sayAll(written, lines));

    const carried = await buildTimeFields(await sayAll(merged, lines));
    expect(await kept(main, fieldsOfMain, carried)).toEqual(await kept(written, fieldsOfMain, times));

    const past = lines.filter(({ kind }) => kind !== 'empty');
    const ofPast = await create();
    const pastTimes = await buildTimeFields(await sayAll(ofPast, past));
    const [imported] = await createImporter(
      service,
      () => caller,
    )([
      sketch({
        externalId: newId(),
        session: contactId,
        events: past.map(({ kind, comment }, at) => ({
          kind: 'message',
          at: minute(at + 1),
          comment,
          isNote: kind === 'note',
          from: kind === 'contact' || kind === 'bot' ? kind : 'user',
        })),
      }),
    ]);
    expect(
      await kept(
        imported?.id ?? '',
        fieldsOfPast,
        past.map((_, at) => Date.parse(minute(at + 1))),
      ),
    ).toEqual(await kept(ofPast, fieldsOfPast, pastTimes));

    const place = Math.floor(Math.random() * (lines.length + 1));
    const more: Line = { kind: pick(kinds), comment: 'one more' };
    const ids = await sayAll(restored, [...lines.slice(0, place), more, ...lines.slice(place)]);
    const [extra] = ids.splice(place, 1);
    await service.messages.deleteMessage({ messageId: extra ?? '' }, caller.context);
    const renewed = fieldsOfPast.filter((field) => field !== 'firstResponse');
    expect(await kept(restored, renewed, await buildTimeFields(ids))).toEqual(
      await kept(written, renewed, times),
    );
  },
);
