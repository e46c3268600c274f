import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContactModel, createContactModel } from './support/contact-model';
import { contactSide, type ContactSide } from './support/contact-side';
import { startTickets, type TestService } from './support/service';

const SEED = Number(process.env['SEED'] ?? 20_261_122);
const STEPS = 150;

let service: TestService;
let side: ContactSide;
beforeAll(async () => {
  service = await startTickets('conversation_model');
  side = contactSide(service);
});
afterAll(() => service.stop());

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

/** Everything that happens to conversations, in the service and in the model. */
const steps = (model: ContactModel, contacts: string[], random: () => number) => {
  const { caller, team } = side;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const isContacts = (id: string): boolean => random() < 0.5 && model.mains().includes(id);
  const open = async (): Promise<void> => {
    const contact = pick(contacts) ?? '';
    const { id } = await side.open({ contactId: contact });
    model.open(id, contact);
  };
  const say = async (): Promise<void> => {
    const ticket = pick(model.tickets()) ?? '';
    if (isContacts(ticket)) {
      const { id } = await side.send(ticket, 'by the contact');
      return model.say(ticket, { id, by: model.findContact(ticket), isPublic: true });
    }
    const isNote = random() < 0.3;
    const { id } = await team.say(ticket, isNote ? 'note' : 'answer', { isNote });
    model.say(ticket, { id, isPublic: !isNote });
  };
  const forward = async (): Promise<void> => {
    const [ticket, session] = [pick(model.tickets()) ?? '', pick(contacts)];
    const { id } = await team.say(ticket, 'forwarded', { session });
    model.say(ticket, { id, by: session, isPublic: true });
  };
  const remove = async (): Promise<void> => {
    const messageId = pick(model.messages());
    if (messageId === undefined) return;
    await service.messages.deleteMessage({ messageId }, caller.context);
    model.remove(messageId);
  };
  const merge = async (): Promise<void> => {
    const [main, merged] = [pick(model.mains()), pick(model.mains())];
    if (!main || !merged || main === merged) return;
    const request = { ticketsToMergeIds: [merged], targetTicketId: main };
    await service.merging.mergeTickets(request, caller.context);
    model.merge(main, merged);
  };
  const drop = async (): Promise<void> => {
    const ticketId = pick(model.tickets());
    if (ticketId === undefined || model.tickets().length < 4) return;
    await service.tickets.deleteTicket({ ticketId }, caller.context);
    model.drop(ticketId);
  };
  const read = async (): Promise<void> => {
    const id = pick(model.tickets()) ?? '';
    await side.read(id);
    model.read(id);
  };
  return () => pick([open, say, say, say, say, say, say, forward, remove, remove, merge, drop, read])?.();
};

const check = async (model: ContactModel): Promise<void> => {
  for (const id of model.tickets()) {
    const conversation = await side.get(id, model.findContact(id));
    const found = [];
    for (let after: string | undefined; ;) {
      const page = await side.messages(id, { after, limit: 3 });
      found.push(...page.map((message) => message.id));
      after = page.at(-1)?.id;
      if (page.length < 3) break;
    }
    expect({ id, seen: [...found].sort() }).toEqual({ id, seen: model.seen(id).sort() });
    expect({ id, last: conversation.lastMessage?.id }).toEqual({ id, last: [...found].sort().at(-1) });
    expect({ id, unread: conversation.unreadCount }).toEqual({ id, unread: model.unread(id) });
  }
};

it(`whatever happens to tickets, a contact sees what the model says (seed ${SEED})`, async () => {
  const model = createContactModel();
  const contacts = [side.contactId, side.addContact(), side.addContact()];
  const random = createRandom(SEED);
  const next = steps(model, contacts, random);
  for (const contact of contacts) model.open((await side.open({ contactId: contact })).id, contact);
  for (let step = 1; step <= STEPS; step += 1) {
    await next();
    if (step % 15 === 0) await check(model);
  }
});

it('the migration makes of stored tickets and messages what was kept of them', async () => {
  const folder = join(__dirname, '../prisma/migrations');
  const name = readdirSync(folder).find((file) => file.endsWith('_conversations')) ?? '';
  const script = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
  const statements = script.split(/;\n/).flatMap((part) => /^(INSERT|UPDATE)[^]*/m.exec(part)?.[0] ?? []);
  expect(statements).toHaveLength(2);
  const messages = `SELECT p.conversation_id AS id, array_agg(p.message_id ORDER BY p.message_id) AS messages
    FROM conversation_message p WHERE NOT p.deleted GROUP BY 1 ORDER BY 1`;
  const kept = `SELECT t.id, t.last_public_message_id, t.contact_agent_id, t.contact_activity,
      CASE WHEN t.duplicates_count = 0 THEN t.contact_unread END AS unread
    FROM ticket t WHERE t.project_id = $1 ORDER BY t.id`;
  const { projectId } = side.caller;
  const before = [await service.db.query(messages), await service.db.query(kept, [projectId])];
  await service.db.query('DELETE FROM conversation_message');
  await service.db.query(
    `UPDATE ticket SET contact_position = 0, contact_read_position = 0, contact_unread = 0,
            last_public_message_id = NULL, contact_agent_id = NULL, contact_activity = now()`,
  );
  for (const statement of statements) await service.db.query(statement);
  const after = [await service.db.query(messages), await service.db.query(kept, [projectId])];
  expect(after).toEqual(before);
  const gaps = await service.db.query(
    `SELECT FROM conversation_message GROUP BY conversation_id HAVING max(position) <> count(*)`,
  );
  expect(gaps).toHaveLength(0);
});
