import type { Email } from 'postal-mime';
import { eventually } from '@parley/testing';
import { correspond, type Correspondence, readReplyTo } from './support/correspondence';
import { problem } from './support/conversation';
import { startTickets, type TestService } from './support/service';

let service: TestService;
let { caller, talk, receive, address, session, listMessages } = {} as Correspondence;
beforeAll(async () => {
  service = await startTickets('reply_recipients');
});
afterAll(() => service.stop());
beforeEach(() => {
  ({ caller, talk, receive, address, session, listMessages } = correspond(service));
});

let people = 0;
const newPerson = (name = 'mia'): string => `${name}${(people += 1)}@people.example`;
const addresses = (list: Email['cc']): (string | undefined)[] => (list ?? []).map((one) => one.address);
const open = async (cc: readonly string[]): Promise<string> =>
  (await receive({ from: `Grace <${address}>`, headers: { Cc: cc.join(', ') }, text: 'Late' })).ticket ?? '';
const emailsIn = async (ticket: string) => (await talk.read(ticket)).participants.map(({ email }) => email);
/** Mails to an address, once there are so many. */
const mails = (expected: number, to = address): Promise<Email[]> =>
  eventually(() => {
    const found = service.inbox.for(to);
    expect(found).toHaveLength(expected);
    return found;
  });
/** The only mail to an address. */
const mailTo = async (to: string): Promise<Email> => (await mails(1, to))[0] as Email;

describe('The mail of a reply', () => {
  it('is one, to the requester with the participants in Cc', async () => {
    const [mia, lin] = [newPerson('mia'), newPerson('lin')];
    const ticket = await open([`Mia Berg <${mia}>`, lin]);
    await talk.say(ticket, 'It comes tomorrow');
    const mail = await mailTo(address);
    expect(addresses(mail.to)).toEqual([address]);
    expect(mail.cc).toMatchObject([{ address: mia, name: 'Mia Berg' }, { address: lin }]);
    expect((await mailTo(mia)).messageId).toBe(mail.messageId);
    expect((await mailTo(lin)).messageId).toBe(mail.messageId);
    const answer = await receive({ from: lin, to: readReplyTo(mail), headers: { Cc: mia }, text: 'Good' });
    expect(answer).toMatchObject({ status: 'appended', ticket });
    expect(await emailsIn(ticket)).toEqual([address, mia, lin]);
  });

  it('leaves out participants who are blocked, without an address, or deleted', async () => {
    const [blocked, mute, gone, lin] = [newPerson(), newPerson(), newPerson(), newPerson('lin')];
    const ticket = await open([blocked, mute, gone, lin]);
    const change = 'UPDATE contact_reference SET';
    await service.db.query(`${change} blocked = true WHERE email = $1`, [blocked]);
    await service.db.query(`${change} email = NULL WHERE email = $1`, [mute]);
    await service.db.query('DELETE FROM contact_reference WHERE email = $1', [gone]);
    await talk.say(ticket, 'Hello');
    expect(addresses((await mailTo(address)).cc)).toEqual([lin]);
  });

  it('goes to those that it names, and Cc makes participants', async () => {
    const [mia, to, cc] = [newPerson('mia'), newPerson('to'), newPerson('cc')];
    const ticket = await open([mia]);
    await talk.say(ticket, 'For you', { to: [to.toUpperCase()], cc: [cc, to] });
    const mail = await mailTo(to);
    expect([addresses(mail.to), addresses(mail.cc)]).toEqual([[to], [cc]]);
    expect(await mails(0, address)).toEqual([]);
    expect(await mails(0, mia)).toEqual([]);
    expect(await emailsIn(ticket)).toEqual([address, mia, cc, to]);
    await talk.say(ticket, 'For all');
    expect(addresses((await mailTo(address)).cc)).toEqual([mia, cc, to]);
  });

  it('has no copies with an empty Cc', async () => {
    const mia = newPerson();
    await talk.say(await open([mia]), 'For you alone', { cc: [] });
    expect((await mailTo(address)).cc ?? []).toEqual([]);
  });

  it('has no copies when a bot wrote it: anyone can name people in Cc', async () => {
    await talk.say(await open([newPerson()]), 'We got your mail', { bot: true });
    expect((await mailTo(address)).cc ?? []).toEqual([]);
  });

  it('has Bcc in no header, and makes no participants of it', async () => {
    const [mia, boss] = [newPerson('mia'), newPerson('boss')];
    const ticket = await open([mia]);
    await talk.say(ticket, 'With a witness', { bcc: [boss] });
    const hidden = await mailTo(boss);
    expect(addresses(hidden.cc)).toEqual([mia]);
    await eventually(async () => {
      const [, sent] = await listMessages(ticket);
      expect(sent?.delivery?.map((one) => [one.address, one.status])).toEqual(
        [address, mia, boss].map((one) => [one, 'sent']),
      );
    });
    for (const to of [address, mia, boss]) expect(JSON.stringify(await mailTo(to))).not.toContain(boss);
    expect(await emailsIn(ticket)).toEqual([address, mia]);
    const [, message] = await listMessages(ticket);
    const { messages } = await service.conversations.listConversationMessages(
      { conversationId: ticket, contactId: session, limit: 10 },
      caller.context,
    );
    expect(messages.at(-1)?.id).toBe(message?.id);
    expect(JSON.stringify(messages)).not.toContain(boss);
  });

  it('takes domains with any letters', async () => {
    const ticket = await open([]);
    await talk.say(ticket, 'Hello', { cc: [' Mia@Müller.example'.trim()] });
    expect(addresses((await mailTo(address)).cc)).toEqual(['mia@xn--mller-kva.example']);
  });

  it('goes to the participants when the requester has no address', async () => {
    const mia = newPerson();
    const ticket = await talk.createTicket({ session: service.neighbours.addContact(caller.projectId).id });
    await talk.say(ticket, 'Hello', { cc: [mia] });
    expect(addresses((await mailTo(mia)).to)).toEqual([mia]);
  });

  it('leaves at once when others get it whom no messenger reaches', async () => {
    const mia = newPerson();
    const channel = { type: 'WIDGET' };
    const ticket = await talk.createTicket({ session, channel });
    await talk.say(ticket, 'Hello', { cc: [mia] });
    expect(addresses((await mailTo(address)).cc)).toEqual([mia]);
  });

  it('is written and sent once with a key that is repeated', async () => {
    const [mia, cc] = [newPerson('mia'), newPerson('cc')];
    const ticket = await open([mia]);
    const data = { clientMutationId: 'once' };
    const first = await talk.say(ticket, 'Once', { cc: [cc], data });
    expect((await talk.say(ticket, 'Once', { cc: [cc], data })).id).toBe(first.id);
    await mailTo(cc);
    await talk.say(ticket, 'Then', { cc: [] });
    await mails(2, address);
    expect(await mails(1, cc)).toHaveLength(1);
    expect(await emailsIn(ticket)).toEqual([address, mia, cc]);
  });
});

describe('The recipients that a reply names', () => {
  it.each([
    [{ to: ['nobody'] }, 'to.0'],
    [{ cc: ['mia@people.example', 7] }, 'cc.1'],
    [{ bcc: [`${'a'.repeat(330)}@people.example`] }, 'bcc.0'],
    [{ to: [] }, 'to'],
    [{ cc: ['mia@people.example'], isNote: true }, 'cc'],
    [{ bcc: ['mia@people.example'], sendToChannel: false }, 'bcc'],
    [{ to: Array.from({ length: 25 }, newPerson), cc: Array.from({ length: 26 }, newPerson) }, 'to'],
  ])('are refused as %j', async (rest, field) => {
    const ticket = await open([]);
    await expect(talk.say(ticket, 'Hello', rest)).rejects.toMatchObject(problem(field));
    expect(await listMessages(ticket)).toHaveLength(1);
  });

  it('are refused beside a message of the contact', async () => {
    const ticket = await open([]);
    const rest = { session, cc: [newPerson()] };
    await expect(talk.say(ticket, 'Hello', rest)).rejects.toMatchObject(problem('cc'));
  });

  it('are refused in Cc when the ticket has 50 participants', async () => {
    const ticket = await open(Array.from({ length: 49 }, () => newPerson('crowd')));
    await expect(talk.say(ticket, 'Hello', { cc: [newPerson()] })).rejects.toMatchObject(problem('cc'));
    expect(await listMessages(ticket)).toHaveLength(1);
    await talk.say(ticket, 'Hello', { to: [newPerson('to')] });
  });

  it('may be own addresses, which are no participants', async () => {
    const ticket = await open([]);
    service.neighbours.addMailbox(caller.projectId, { address: 'sales@shop.example' });
    await talk.say(ticket, 'Hello', { cc: ['sales@shop.example', 'support@parley.localhost'] });
    await mailTo(address);
    expect(await emailsIn(ticket)).toEqual([address]);
  });
});

describe('A mail that waits', () => {
  it('loses the copy of a participant who is deleted', async () => {
    const mia = newPerson();
    const ticket = await open([mia]);
    service.inbox.answers.set(address, ['451 4.7.1 Later']).set(mia, ['451 4.7.1 Later']);
    await talk.say(ticket, 'Hello');
    const contact = (await talk.read(ticket)).participants[1]?.id ?? '';
    await service.directory.purgeContactTickets({ contactId: contact }, caller.context);
    const waiting = (text: string) =>
      service.db.query('SELECT FROM mail_job WHERE mail::text LIKE $1', [`%${text}%`]);
    expect(await waiting(mia)).toEqual([]);
    expect(await waiting(address)).toHaveLength(1);
    const [, message] = await listMessages(ticket);
    expect(message?.delivery?.map((one) => one.address)).toEqual([address]);
  });
});

describe('A mail that was sent', () => {
  it('is erased where a folder keeps it when a participant is deleted', async () => {
    const mia = newPerson();
    const ticket = await open([mia]);
    await talk.say(ticket, 'Hello');
    await mailTo(mia);
    await eventually(async () =>
      expect((await listMessages(ticket))[1]?.delivery?.[0]).toMatchObject({ status: 'sent' }),
    );
    const contact = (await talk.read(ticket)).participants[1]?.id ?? '';
    const id = (await listMessages(ticket))[1]?.emailId;
    await service.directory.purgeContactTickets({ contactId: contact }, caller.context);
    expect(await service.db.query('SELECT FROM mail_job WHERE id = $1', [id])).toEqual([]);
  });
});

describe('An address that a reply names itself', () => {
  /** Places of the database with a text. */
  const placesOf = async (text: string): Promise<string[]> => {
    const found: string[] = [];
    for (const table of ['message', 'mail_job', 'ticket', 'ticket_history', 'contact_reference'])
      if (
        (await service.db.query(`SELECT FROM ${table} x WHERE strpos(row_to_json(x)::text, $1) > 0`, [text]))
          .length > 0
      )
        found.push(table);
    return found;
  };
  const forget = (contactId: string, list: readonly string[]) =>
    service.directory.purgeContactTickets({ contactId, addresses: [...list] }, caller.context);
  const waitsFor = async (text: string): Promise<{ to: object; bcc?: object }[]> =>
    (
      await service.db.query<{ mail: { to: object; bcc?: object } }>(
        `SELECT mail FROM mail_job WHERE status IN ('pending', 'sending') AND mail::text LIKE $1`,
        [`%${text}%`],
      )
    ).map(({ mail }) => mail);

  it.each(['to', 'bcc'] as const)(
    'in %s is taken out of deliveries and mails when its contact is deleted, which is in no ticket',
    async (field) => {
      const [gone, other] = [newPerson('gone'), newPerson('other')];
      const contact = service.neighbours.addContact(caller.projectId, { email: gone });
      const ticket = await open([]);
      await talk.say(ticket, 'Hello', { to: [other], [field]: [gone, other] });
      await mailTo(gone);
      for (const one of [gone, other]) service.inbox.answers.set(one, ['451 4.7.1 Later']);
      await talk.say(ticket, `Are you there, ${other}`, { to: [other], [field]: [gone, other] });
      await eventually(async () => expect(await waitsFor(`Are you there, ${other}`)).toHaveLength(1));
      await forget(contact.id, [gone]);
      expect(await placesOf(gone)).toEqual([]);
      expect(await waitsFor(`Are you there, ${other}`)).toMatchObject([{ to: { address: other } }]);
      const deliveries = (await listMessages(ticket)).slice(1).map(({ delivery }) => delivery);
      expect(deliveries).toMatchObject([[{ address: other, status: 'sent' }], [{ address: other }]]);
    },
  );

  it('cancels a mail that has no other recipient', async () => {
    const gone = newPerson('gone');
    const ticket = await open([]);
    service.inbox.answers.set(gone, ['451 4.7.1 Later']);
    await talk.say(ticket, 'Only for you', { to: [gone] });
    await eventually(async () => expect(await waitsFor('Only for you')).toHaveLength(1));
    await forget('0'.repeat(24), [gone]);
    expect(await placesOf(gone)).toEqual([]);
    expect(await waitsFor('Only for you')).toEqual([]);
  });

  it('stays in the tickets of another contact with it', async () => {
    const ticket = await open([]);
    await talk.say(ticket, 'Hello');
    await mailTo(address);
    await forget('0'.repeat(24), [address]);
    expect((await listMessages(ticket))[1]?.delivery).toMatchObject([{ address }]);
  });
});
