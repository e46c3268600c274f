import type { Message } from '@parley/proto/generated/parley/tickets/v1/message';
import { eventually } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Email } from 'postal-mime';
import { correspond, type Correspondence } from './correspondence';
import { callerIn, type TestCaller, type TestService } from './service';

let people = 0;

/** A member, with an address that no other test uses. */
export interface Noticed {
  person: TestCaller;
  address: string;
}

/** A project with a contact, an agent who acts, and a member who wants all notices by mail. */
export interface NoticeWorld extends Pick<
  Correspondence,
  'caller' | 'talk' | 'session' | 'update' | 'receive'
> {
  /** The contact's address. */
  contactAddress: string;
  person: TestCaller;
  /** The member's address. */
  address: string;
  addPerson(): Noticed;
  wish(person: TestCaller, kind: string, wishes: { email?: boolean; push?: boolean }): void;
  open(ticket?: object): Promise<string>;
  assign(ticketId: string, userId?: string): Promise<unknown>;
  /** The contact writes. */
  write(ticketId: string, text: string): Promise<Message>;
  /** A note of the agent that mentions the member. */
  note(ticketId: string, by?: Pick<TestCaller, 'context'>): Promise<Message>;
  /** Mails that the member got, once there are so many. */
  arrived(expected?: number, to?: string): Promise<Email[]>;
  /** Waits until so many mails of notices are queued or sent. */
  queued(expected: number): Promise<unknown>;
  /** Tickets with a mail job of a notice. */
  mailJobs(): Promise<string[]>;
  /** Waits until no notice waits. */
  settled(): Promise<void>;
  messages(ticketId: string): Promise<Message[]>;
}

export const openNotices = (service: TestService): NoticeWorld => {
  const {
    caller,
    talk,
    session,
    update,
    receive,
    listMessages,
    address: contactAddress,
  } = correspond(service);
  const { neighbours, db } = service;
  const { projectId } = caller;
  const wish: NoticeWorld['wish'] = ({ userId }, kind, wishes) =>
    void neighbours.wishes.set(`${userId} ${kind}`, wishes);
  const addPerson = (): Noticed => {
    people += 1;
    const email = `bea${people}@team.example`;
    const { id } = neighbours.addMember(projectId, { firstName: 'Bea', lastName: 'Best', email });
    const one = callerIn(neighbours, projectId);
    const actor = { type: 'user' as const, id, email, confirmed: true };
    const person = {
      ...one,
      userId: id,
      context: { ...one.context, scope: { ...one.context.scope, actor } },
    };
    for (const kind of ['assigned', 'mentioned', 'replied', 'newInTeam']) wish(person, kind, { email: true });
    return { person, address: email };
  };
  const { person, address } = addPerson();
  const count = async (condition: string): Promise<number> => {
    const rows = await db.query(
      `SELECT id FROM mail_job WHERE id LIKE 'notice:%' AND project_id = $1 AND ${condition}`,
      [projectId],
    );
    return rows.length;
  };
  const findJobs = () => db.query(`SELECT FROM job WHERE name = 'notices' AND project_id = $1`, [projectId]);
  return {
    ...{ caller, talk, session, update, receive, contactAddress, person, address, addPerson, wish },
    open: (ticket = {}) => talk.createTicket({ session, title: 'Broken lamp', ...ticket }),
    assign: (ticketId, userId = person.userId) => update(ticketId, { processingUser: userId }),
    write: (ticketId, text) => talk.say(ticketId, text, { session }),
    note: async (ticket, { context } = caller) => {
      const comment = mention(person.userId) as unknown as string;
      const { message } = await service.messages.createMessage({ ticket, comment, isNote: true }, context);
      if (!message) throw new Error('The service answered nothing');
      return message;
    },
    arrived: (expected = 1, to = address) =>
      eventually(() => {
        const found = service.inbox.to(to);
        expect(found).toHaveLength(expected);
        return found;
      }),
    queued: (expected) => eventually(async () => expect(await count('true')).toBe(expected)),
    mailJobs: async () => {
      const rows = await db.query<{ key: string }>(
        `SELECT key FROM job WHERE name = 'mail' AND key LIKE 'notice:%' AND project_id = $1`,
        [projectId],
      );
      return rows.map(({ key }) => key.split(':')[1] ?? '');
    },
    settled: async () => {
      // Events gather for a tenth of a second.
      await sleep(1_000);
      await eventually(async () => {
        expect(await findJobs()).toEqual([]);
        expect(await count(`status IN ('pending', 'sending')`)).toBe(0);
      });
    },
    messages: listMessages,
  };
};

const mention = (id: string): object => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'mention', attrs: { id, label: 'Bea' } },
        { type: 'text', text: ' look <here>' },
      ],
    },
  ],
});
