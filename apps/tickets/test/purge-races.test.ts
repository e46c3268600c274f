import { newId } from '@parley/persistence';
import { systemContext } from '@parley/rpc';
import { eventually } from '@parley/testing';
import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('purge_races');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const refused = { reason: 'INVALID_INPUT', fields: [{ field: 'session' }] };

const create = async (ticket: object) => {
  const answer = await service.tickets.createTicket({ ticket }, caller.context);
  return answer.ticket?.id ?? '';
};
const say = (ticket: string, session: string) =>
  service.messages.createMessage({ ticket, comment: 'hello', session }, caller.context);

/** Deletes a contact as its service does: first it is gone, then its tickets are purged. */
const remove = async (contactId: string) => {
  service.neighbours.removeContact(caller.projectId, contactId);
  const context = systemContext('contacts', { projectId: caller.projectId, organisationId: newId() });
  await service.directory.purgeContactTickets({ contactId }, context);
};

/** What is left of a contact, by table. */
const left = async (contactId: string) => {
  const [counts] = await service.db.query(
    `SELECT (SELECT count(*) FROM ticket WHERE session_id = $1) AS tickets,
            (SELECT count(*) FROM message WHERE session_id = $1) AS messages,
            (SELECT count(*) FROM contact_reference WHERE id = $1) AS contacts`,
    [contactId],
  );
  return counts;
};
const nothing = { tickets: 0, messages: 0, contacts: 0 };

/** Asks for a contact and gets the answer when `until` is over; `asks` ends when the question is there. */
const askSlowly = (sessionId: string, until: Promise<unknown>) => {
  const question = new EventEmitter();
  const asks = once(question, 'asked');
  service.neighbours.whileAnswering.set('getContactReferences', async () => {
    question.emit('asked');
    await until;
  });
  return { asks, outcome: create({ session: sessionId }).catch((error: unknown) => error) };
};

describe('A purge', () => {
  it('stands between two tickets: neither is written because somebody asks for the contact again', async () => {
    const contact = service.neighbours.addContact(caller.projectId, { companyId: 'acme' });
    await create({ sessions: [contact.id] });
    const first = new EventEmitter();
    const firstIsOver = once(first, 'over');
    let second: ReturnType<typeof askSlowly> | undefined;
    service.neighbours.addCompany(caller.projectId, 'acme', { sla: 5 });
    service.neighbours.whileAnswering.set('checkCompany', async () => {
      await remove(contact.id);
      second = askSlowly(contact.id, firstIsOver);
      await second.asks;
    });
    // The first found the contact before the purge, and is written while the second asks for it.
    await expect(create({ session: contact.id })).rejects.toMatchObject(refused);
    first.emit('over');
    expect(await second?.outcome).toMatchObject(refused);
    expect(await left(contact.id)).toEqual(nothing);
  });

  it('makes an answer from before it worthless, also while somebody else asks', async () => {
    const contact = service.neighbours.addContact(caller.projectId);
    const first = new EventEmitter();
    const firstIsOver = once(first, 'over');
    let second: ReturnType<typeof askSlowly> | undefined;
    service.neighbours.whileAnswering.set('getContactReferences', async () => {
      await remove(contact.id);
      second = askSlowly(contact.id, firstIsOver);
      await second.asks;
    });
    await expect(create({ session: contact.id })).rejects.toMatchObject(refused);
    first.emit('over');
    expect(await second?.outcome).toMatchObject(refused);
    expect(await left(contact.id)).toEqual(nothing);
  });

  it('leaves nothing of a contact that 14 calls write for meanwhile, in each of 60 rounds', async () => {
    const elsewhere = await create({ title: 'elsewhere' });
    for (let round = 0; round < 60; round += 1) {
      const contact = service.neighbours.addContact(caller.projectId);
      if (round % 2 === 0) await create({ session: contact.id });
      const work: Promise<unknown>[] = [
        ...Array.from({ length: 8 }, () => create({ session: contact.id })),
        ...Array.from({ length: 4 }, () => say(elsewhere, contact.id)),
      ];
      await setTimeout(round % 5);
      work.push(remove(contact.id), create({ session: contact.id }), create({ session: contact.id }));
      for (const outcome of await Promise.allSettled(work)) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(refused);
      }
      expect(await left(contact.id)).toEqual(nothing);
    }
  });
});

it('what a former release left of a contact that is gone is deleted, and of one that is there kept whole', async () => {
  const [gone, there] = [0, 1].map(() => service.neighbours.addContact(caller.projectId, { name: 'Lin' }));
  const [lost, found] = [await create({ session: gone?.id }), await create({ session: there?.id })];
  await say(lost, gone?.id ?? '');
  service.neighbours.removeContact(caller.projectId, gone?.id ?? '');
  await service.db.query(
    'UPDATE contact_reference SET version = 0, name = NULL, blocked = NULL WHERE project_id = $1',
    [caller.projectId],
  );
  await eventually(async () => expect(await left(gone?.id ?? '')).toEqual(nothing));
  await eventually(async () => {
    const [kept] = await service.db.query<{ name: string; version: number }>(
      'SELECT name, version FROM contact_reference WHERE id = $1',
      [there?.id],
    );
    expect(kept).toMatchObject({ name: 'Lin', version: 1 });
  });
  expect((await service.tickets.getTicket({ ticketId: found }, caller.context)).ticket?.id).toBe(found);
});
