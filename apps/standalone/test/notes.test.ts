import { createHmac } from 'node:crypto';
import type { Email } from 'postal-mime';
import { type Answer, type Api, createApi } from './support/api';
import { openClient } from './support/client';
import { converse, createRandom, SECRET } from './support/conversation';
import type { Mailbox } from './support/mailbox';
import { newAddress, signUp } from './support/people';
import type { PlatformUnderTest } from './support/platform';
import { sharePlatform } from './support/shared-platform';

const STEPS = 60;

/** A contact, and what is needed to look through its eyes. */
interface Customer {
  id: string;
  email: string;
  /** Headers of its own widget. */
  widget: Record<string, string>;
  tickets: readonly string[];
}

describe('what the team keeps to itself', () => {
  let mailbox: Mailbox;
  let platform: PlatformUnderTest;
  let leave: () => Promise<void>;
  let staff: Api;
  let service: Api;
  let member: string;
  let apiToken: string;
  let sessionSecret: string;
  const anonymous = createApi(() => `${platform.origin}/v3`);

  beforeAll(async () => {
    ({ mailbox, platform, leave } = await sharePlatform());
    const { api, projectId } = await signUp(anonymous, mailbox);
    staff = api;
    member = (await staff.call('GET', '/users/me')).body.id;
    ({ apiToken, sessionSecret } = (await staff.call('GET', `/projects/${projectId}`)).body);
    const { body: account } = await staff.call('POST', '/service-accounts', { name: 'Mail server' });
    service = anonymous.as({ token: account.token });
  });
  afterAll(() => leave());

  const mailsTo = ({ email }: Pick<Customer, 'email'>) => mailbox.mails().filter(({ to }) => to === email);

  const proven = (userId: string) => ({
    userId,
    userHash: createHmac('sha256', sessionSecret).update(userId).digest('hex'),
  });

  const documents = (answers: readonly Answer[]): unknown[] =>
    answers.map(({ status, body }) => {
      expect(status).toBe(200);
      return body;
    });

  const each = (ids: readonly string[], ask: (id: string) => Promise<Answer>): Promise<unknown[]> =>
    Promise.all(ids.map(ask)).then(documents);

  /** Every way by which something of a conversation reaches the contact, or may be copied to one, and how it is read. */
  const paths: Record<string, (customer: Customer) => Promise<unknown> | unknown> = {
    'mails, as they are read': (customer) => mailsTo(customer).map(({ mail }) => mail),
    'mails, as they are sent': (customer) => mailsTo(customer).map(({ source }) => source),
    'the widget that resumes': async ({ widget }) =>
      documents([await anonymous.call('POST', '/shared/sessions', {}, widget)]),
    'the widget that identifies': async ({ id, widget }) =>
      documents([await anonymous.call('POST', '/shared/sessions/identify', proven(`user-${id}`), widget)]),
    'the widget that tells of events': async ({ widget }) => {
      const events = [{ name: 'pageView' }];
      return documents([await anonymous.call('POST', '/shared/sessions/events', { events }, widget)]);
    },
    'public fields of tickets': async ({ tickets }) => {
      const found = await each(tickets, (id) => staff.call('GET', `/tickets/${id}`));
      return found.map(publicPart);
    },
    'titles and descriptions that are made of a ticket': ({ tickets }) =>
      each(tickets, (id) => staff.call('POST', '/tickets/generate-data', { sourceTicketId: id })),
    'the contact': async ({ id }) => documents([await staff.call('GET', `/sessions/${id}`)]),
    'the contact’s events': async ({ id }) => documents([await staff.call('GET', `/sessions/${id}/events`)]),
    'the contact’s memory': async ({ id }) => documents([await staff.call('GET', `/sessions/${id}/memory`)]),
    'the list of contacts': async () => documents([await staff.call('GET', '/sessions?limit=100')]),
    'the export of contacts': async () => documents([await staff.call('GET', '/sessions/export')]),
    'groups of feature requests': async () =>
      documents([await staff.call('POST', '/tickets/deduplicate?force=true')]),
    'a feature request that others are merged into': async ({ tickets }) => {
      const [mainTicketId, ...duplicateTicketIds] = tickets;
      const body = { mainTicketId, duplicateTicketIds };
      const answer = await staff.call('PUT', '/tickets/deduplicate/merge', body);
      return documents([answer]).map(publicPart);
    },
  };

  /** What of a ticket the contact may come to know. */
  const publicPart = (ticket: unknown): object => {
    const { title, description, plainContent, content, status, attachments, ...rest } =
      ticket as Answer['body'];
    const { latestPublicComment, lastResponse, firstResponse, hasAgentReply } = rest;
    const { sessionNotificationsUnread, conversationClosed } = rest;
    return {
      ...{ title, description, plainContent, content, status, attachments },
      ...{ latestPublicComment, lastResponse, firstResponse, hasAgentReply },
      ...{ sessionNotificationsUnread, conversationClosed },
    };
  };

  const publicTicket = async (id: string): Promise<object> =>
    publicPart(documents([await staff.call('GET', `/tickets/${id}`)])[0]);

  it.each([1, 2, 3])('never reaches the contact, whatever happens (seed %d)', async (seed) => {
    const random = createRandom(seed);
    const { body: contact } = await staff.call('POST', '/sessions', {
      email: newAddress('customer'),
      name: 'Lin Park',
    });
    const { id, email, svcId, svcHash } = contact;
    const mail = async (ticket: string, text: string, automatic: boolean): Promise<Answer> => {
      const isForTicket = ({ replyTo }: Email) => (replyTo?.[0]?.address ?? '').includes(ticket);
      const answered = await mailbox.waitFor(email, isForTicket);
      const source = [
        `From: Lin Park <${email}>`,
        `To: ${answered.replyTo?.[0]?.address}`,
        `Message-ID: <${Math.floor(random() * 2 ** 32)}-${seed}@customer.example.com>`,
        `In-Reply-To: ${answered.messageId}`,
        `References: ${answered.messageId}`,
        `Subject: Re: ${answered.subject}`,
        ...(automatic ? ['Auto-Submitted: auto-replied'] : []),
        '',
        text,
        '',
        'On Saturday the team wrote:',
        ...(answered.text ?? '').split('\n').map((line) => `> ${line}`),
        '',
      ];
      const headers = { 'content-type': 'message/rfc822' };
      const answer = await service.call('POST', '/inbound/email', Buffer.from(source.join('\r\n')), headers);
      expect(answer.body).toMatchObject({ status: 'appended', ticket });
      return answer;
    };
    const conversation = await converse({
      team: openClient(staff),
      member,
      contact: { id, email },
      random,
      mail,
    });

    const seen = new Set<string>();
    for (let step = 0; step < STEPS; step += 1) {
      if (random() < 0.5) {
        await conversation.speak();
        continue;
      }
      const before = new Map<string, object>();
      for (const ticket of conversation.tickets()) before.set(ticket, await publicTicket(ticket));
      const { ticket, action } = await conversation.whisper();
      seen.add(action);
      expect({ step, action, ...(await publicTicket(ticket)) }).toEqual({
        step,
        action,
        ...before.get(ticket),
      });
    }
    expect(seen.size).toBeGreaterThan(7);

    const tickets = conversation.tickets();
    for (const ticket of tickets) {
      const text = `farewell ${ticket}`;
      expect((await staff.call('POST', '/messages', { ticket, comment: text })).status).toBe(200);
      await mailbox.waitFor(email, ({ text: sent }) => sent?.includes(text) ?? false);
    }
    const told = await each(tickets, (ticket) => staff.call('GET', `/messages?ticket=${ticket}&limit=100`));
    expect(JSON.stringify(told)).toContain(SECRET);

    const widget = { 'api-token': apiToken, 'svc-id': svcId, 'svc-hash': svcHash };
    const customer: Customer = { id, email, widget, tickets };
    for (const [path, read] of Object.entries(paths)) {
      const text = JSON.stringify(await read(customer));
      expect({
        path,
        read: text.length > 2,
        betrayed: text.match(new RegExp(`.{0,80}${SECRET}\\d+.{0,20}`))?.[0],
      }).toEqual({ path, read: true, betrayed: undefined });
    }
  });
});
