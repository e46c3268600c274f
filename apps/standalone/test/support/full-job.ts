import { serviceNames } from '@parley/runtime';
import { eventually } from '@parley/testing';
import type { Email } from 'postal-mime';
import { Webhook as Verifier } from 'standardwebhooks';
import { type Api, ok } from './api';
import { rowsContaining } from './leftovers';
import type { Mailbox } from './mailbox';
import { newAddress, signUp } from './people';
import { findDatabase, type PlatformUnderTest } from './platform';
import { openWebSite, type SiteRequest, type WebSite } from './web-site';

/** Settings of the platform that the job needs. */
export const fullJobSettings = {
  OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
  SCHEDULED_REPLY_DELAY_SECONDS: '1',
};

/** What the job leaves for further checks. */
export interface FullJob {
  api: Api;
  contactId: string;
  /** Whatever stands only in what belongs to the contact. */
  traces: string[];
}

/** Contacts that are imported: their tickets are one more than are answered at once. */
const CROWD = 31;

const saying =
  (text: string) =>
  (mail: Email): boolean =>
    mail.text?.includes(text) ?? false;

/** A file is uploaded, sent along with a reply, and opened by whoever got the mail. */
const sendFile = async (api: Api, mailbox: Mailbox, ticket: string, to: string): Promise<void> => {
  const form = new FormData();
  form.append('file', new Blob(['Call Ada back.']), 'notes.txt');
  const { fileUrl } = ok(await api.call('POST', '/uploads', form));
  const attachments = [{ name: 'notes.txt', url: fileUrl }];
  ok(await api.call('POST', '/messages', { ticket, comment: 'Attached are the notes.', attachments }));
  const mail = await mailbox.waitFor(to, saying('Attached are the notes.'));
  expect(mail.text).toContain(fileUrl);
  expect(await (await fetch(fileUrl)).text()).toBe('Call Ada back.');
};

/** The contact answers by mail; the mail server hands the mail in twice. */
const answerByMail = async (
  { api, program, mailbox }: { api: Api; program: Api; mailbox: Mailbox },
  ticket: string,
  from: string,
): Promise<void> => {
  ok(await api.call('PUT', `/tickets/${ticket}`, { status: 'DONE' }));
  const got = await mailbox.waitFor(from, saying('Attached are the notes.'));
  const source = [
    `From: Lin Park <${from}>`,
    `To: ${got.replyTo?.[0]?.address}`,
    `Message-ID: <${ticket}@customer.example.com>`,
    `In-Reply-To: ${got.messageId}`,
    `Subject: Re: ${got.subject}`,
    '',
    'Marvellous parchment, thank you.',
    '',
    'On Sat, 21 Nov 2026 at 10:00, Help <support@parley.localhost> wrote:',
    '> Attached are the notes.',
    '',
  ].join('\r\n');
  const headers = { 'content-type': 'message/rfc822' };
  const receive = async () => ok(await program.call('POST', '/inbound/email', Buffer.from(source), headers));
  const received = await receive();
  expect(received).toMatchObject({ status: 'appended', ticket });
  expect(await receive()).toEqual({ ...received, status: 'duplicate' });
  const [latest] = ok(await api.call('GET', `/messages?ticket=${ticket}`));
  expect(latest).toMatchObject({
    id: received.message,
    plainContent: 'Marvellous parchment, thank you.',
    session: { email: from },
  });
  expect(ok(await api.call('GET', `/tickets/${ticket}`)).status).toBe('OPEN');
};

/** Many contacts of a company are imported, and answered at once and later; nobody is answered twice. */
const answerMany = async (api: Api, mailbox: Mailbox): Promise<void> => {
  const company = newAddress('company');
  const sessions = Array.from({ length: CROWD }, (_, index) => ({
    userId: `crowd-${index}`,
    email: newAddress(`crowd-${index}`),
    companyId: company,
    companyName: 'Crowd Ltd',
  }));
  const ids = ok(await api.call('POST', '/sessions/importer', { sessions }));
  expect(ids).toHaveLength(CROWD);
  expect(ok(await api.call('POST', '/sessions/importer', { sessions }))).toEqual(ids);
  const path = `/companies/${encodeURIComponent(company)}`;
  expect(ok(await api.call('GET', path))).toMatchObject({ companyId: company, name: 'Crowd Ltd' });
  expect(ok(await api.call('GET', `${path}/members?limit=200`))).toHaveLength(CROWD);

  const tickets: string[] = await Promise.all(
    ids.map(
      async (session: string) => ok(await api.call('POST', '/tickets', { session, title: 'Crowd' })).id,
    ),
  );
  const few = { selection: { ids: tickets.slice(0, 3) }, comment: 'To a few', batchId: `few-${company}` };
  const inline = ok(await api.call('POST', '/tickets/bulk/reply', few));
  expect(inline).toMatchObject({ mode: 'inline', total: 3, sent: 3, failed: 0 });
  const again = ok(await api.call('POST', '/tickets/bulk/reply', few));
  expect(again).toMatchObject({ total: 3, sent: 0, deduplicated: 3 });

  const all = { selection: { ids: tickets }, comment: 'To the crowd', batchId: `all-${company}` };
  const later = ok(await api.call('POST', '/tickets/bulk/reply', all));
  expect(later).toMatchObject({ mode: 'scheduled', total: CROWD, scheduled: CROWD });
  expect(ok(await api.call('POST', '/tickets/bulk/reply', all))).toMatchObject({ deduplicated: CROWD });
  const mailsSaying = (text: string): string[] =>
    mailbox.mails().flatMap(({ to, mail }) => (saying(text)(mail) ? [to] : []));
  const addresses = sessions.map(({ email }) => email);
  await eventually(() => expect(mailsSaying('To the crowd').sort()).toEqual([...addresses].sort()));
  expect(mailsSaying('To a few').sort()).toEqual(addresses.slice(0, 3).sort());
  for (const ticket of tickets) {
    const [reply, ...more] = ok(await api.call('GET', `/tickets/${ticket}/scheduled-replies`));
    expect({ status: reply.status, more }).toEqual({ status: 'sent', more: [] });
  }
};

const expectWebhooks = async (site: WebSite, secret: string, ticket: string): Promise<void> => {
  const verifier = new Verifier(secret);
  const isAbout = ({ body }: SiteRequest, event: string): boolean => {
    const told = JSON.parse(body);
    return told.event === event && [told.data.id, told.data.ticket].includes(ticket);
  };
  const of = (event: string) =>
    site.requests().filter((request) => request.path === '/hook' && isAbout(request, event));
  await eventually(() => {
    expect(of('TICKET_CREATED')).toHaveLength(1);
    // A first message, a reply with a file, and the answer by mail.
    expect(of('MESSAGE_CREATED')).toHaveLength(3);
  });
  for (const { body, headers } of [...of('TICKET_CREATED'), ...of('MESSAGE_CREATED')]) {
    expect(verifier.verify(body, headers)).toMatchObject({ data: expect.any(Object) });
    expect(() => verifier.verify(`${body} `, headers)).toThrow();
  }
};

/** Everything that came after the main job: files, bulk, mail both ways, merging, companies, webhooks, the inbox. */
export const runFullJob = async (anonymous: Api, mailbox: Mailbox): Promise<FullJob> => {
  const site = await openWebSite();
  const { api } = await signUp(anonymous, mailbox);
  const { body: me } = await api.call('GET', '/users/me');
  const { token } = ok(await api.call('POST', '/service-accounts', { name: 'Mail server' }));
  const program = anonymous.as({ token });
  const webhook = ok(
    await api.call('POST', '/webhooks', {
      url: `${site.url}/hook`,
      events: ['TICKET_CREATED', 'MESSAGE_CREATED'],
    }),
  );

  const email = newAddress('linnea');
  const contact = ok(
    await api.call('POST', '/sessions', { userId: 'linnea', email, name: 'Linnea Parkqvist' }),
  );
  const compose = async (title: string, message: string): Promise<string> =>
    ok(await api.call('POST', '/tickets/compose', { session: contact.id, title, message })).id;
  const ticket = await compose('Scriptorium', 'Good morning from the scriptorium.');
  const other = await compose('Second letter', 'The vellum is on its way.');

  await sendFile(api, mailbox, ticket, email);
  await answerByMail({ api, program, mailbox }, ticket, email);
  // One letter of the word is wrong.
  await eventually(async () => {
    const { hits } = ok(await api.call('GET', '/tickets/search?searchTerm=parchmant'));
    expect(hits.map(({ id }: { id: string }) => id)).toEqual([ticket]);
  });
  await expectWebhooks(site, webhook.secret, ticket);

  const merged = ok(
    await api.call('PUT', '/tickets/merge', { ticketsToMergeIds: [other], targetTicketId: ticket }),
  );
  expect(merged).toMatchObject({ id: ticket, duplicatesCount: 1 });
  expect(ok(await api.call('GET', `/tickets/${other}`))).toMatchObject({
    duplicateOf: ticket,
    archived: true,
  });
  const texts = ok(await api.call('GET', `/messages?ticket=${ticket}`)).map(
    ({ plainContent }: { plainContent: string }) => plainContent,
  );
  expect(texts).toEqual(
    expect.arrayContaining(['Good morning from the scriptorium.', 'The vellum is on its way.']),
  );

  ok(await api.call('PUT', `/tickets/${ticket}`, { processingUser: me.id }));
  const inbox = ok(await api.call('GET', '/users/unified-inbox'));
  expect(inbox.tickets.map(({ id }: { id: string }) => id)).toEqual([ticket]);
  expect(ok(await api.call('GET', `/users/unified-inbox/${ticket}`)).id).toBe(ticket);

  await answerMany(api, mailbox);
  // What it was told stands in its log; it is sent no more.
  ok(await api.call('PUT', `/webhooks/${webhook.id}`, { enabled: false }));
  await site.close();
  const traces = [contact.id, email, 'Linnea Parkqvist', ticket, other, 'scriptorium', 'vellum', 'parchment'];
  return { api, contactId: contact.id, traces };
};

/** Deletes the contact and waits until none of its traces is in any of the platform's databases, nor found. */
export const expectForgotten = async (
  { api, contactId, traces }: FullJob,
  platform: PlatformUnderTest,
): Promise<void> => {
  const leftovers = async (): Promise<string[]> => {
    const rows = await Promise.all(
      [...serviceNames, 'gateway'].map(async (name) =>
        rowsContaining(await findDatabase(platform, name), traces),
      ),
    );
    return rows.flat();
  };
  expect(await leftovers()).not.toEqual([]);
  expect((await api.call('DELETE', `/sessions/${contactId}`)).status).toBe(204);
  await eventually(async () => {
    expect(await leftovers()).toEqual([]);
    expect(ok(await api.call('GET', '/tickets/search?searchTerm=parchment')).hits).toEqual([]);
    expect(ok(await api.call('GET', '/users/unified-inbox')).tickets).toEqual([]);
    expect(ok(await api.call('GET', '/sessions/search?searchTerm=Parkqvist'))).toEqual([]);
  });
};
