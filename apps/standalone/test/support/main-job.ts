import { eventually } from '@parley/testing';
import type { Email } from 'postal-mime';
import type { Api } from './api';
import type { Mailbox } from './mailbox';
import { newAddress, signUp } from './people';

export { newAddress, signUp };

/** What the main job leaves for further checks. */
export interface MainJob {
  api: Api;
  projectId: string;
  contactId: string;
  ticketId: string;
}

const header = (mail: Email, name: string): string =>
  mail.headers.find(({ key }) => key === name.toLowerCase())?.value ?? '';

/** The main job of the platform, from sign-up to the reopened ticket. */
export const runMainJob = async (anonymous: Api, mailbox: Mailbox): Promise<MainJob> => {
  const { api, projectId } = await signUp(anonymous, mailbox);

  const customer = newAddress('customer');
  const contact = await api.call('POST', '/sessions', {
    userId: 'user-1',
    email: customer,
    name: 'Lin Park',
  });
  expect(contact.status).toBe(200);
  const again = await api.call('POST', '/sessions', { userId: 'user-1', name: 'Lin Q. Park' });
  expect(again.body).toMatchObject({ id: contact.body.id, name: 'Lin Q. Park', email: customer });

  const composed = await api.call('POST', '/tickets/compose', {
    session: contact.body.id,
    title: 'Missing invoice',
    message: 'Welcome, how can we help?',
  });
  expect(composed.status).toBe(200);
  expect(composed.body).toMatchObject({
    title: 'Missing invoice',
    type: 'INQUIRY',
    status: 'OPEN',
    priority: 'MEDIUM',
    bugId: 1,
    session: { id: contact.body.id, email: customer, userId: 'user-1' },
  });
  const ticketId = composed.body.id as string;
  const first = await mailbox.waitFor(customer);

  const reply = await api.call('POST', '/messages', {
    ticket: ticketId,
    markdownComment: 'The **quarterly** statement is attached.',
  });
  expect(reply.status).toBe(200);
  const second = await mailbox.waitFor(customer, ({ text }) => /quarterly/.test(text ?? ''));
  expect(second.html).toContain('<strong>quarterly</strong>');
  expect(second.messageId).not.toBe(first.messageId);
  expect(header(second, 'in-reply-to')).toBe(first.messageId);
  const [root] = header(first, 'references').split(/\s+/);
  expect(root).toBeTruthy();
  expect(header(second, 'references').split(/\s+/)).toContain(root);

  const note = await api.call('POST', '/messages', {
    ticket: ticketId,
    comment: 'Secret remark',
    isNote: true,
  });
  expect(note.body).toMatchObject({ type: 'NOTE', isNote: true });

  // One letter of the word is wrong.
  await eventually(async () => {
    const found = await api.call('GET', '/tickets/search?searchTerm=quartarly');
    expect(found.status).toBe(200);
    expect(found.body.hits.map(({ id }: { id: string }) => id)).toEqual([ticketId]);
  });

  const list = await api.call('GET', '/tickets?status=OPEN&type=INQUIRY');
  expect(list.body).toMatchObject({ count: 1, totalCount: 1, tickets: [{ id: ticketId }] });
  const counts = await api.call('GET', '/tickets/ticketscount');
  expect(counts.body).toEqual([{ _id: 'OPEN', count: 1 }]);
  expect((await api.call('GET', '/tickets?status=DONE')).body).toMatchObject({ count: 0, totalCount: 0 });

  const closed = await api.call('PUT', `/tickets/${ticketId}`, { status: 'DONE', priority: 'HIGH' });
  expect(closed.body).toMatchObject({ status: 'DONE', priority: 'HIGH' });
  const answer = await api.call('POST', '/messages', {
    ticket: ticketId,
    comment: 'It is still missing',
    session: contact.body.id,
  });
  expect(answer.status).toBe(200);
  expect((await api.call('GET', `/tickets/${ticketId}`)).body).toMatchObject({
    status: 'OPEN',
    notificationsUnread: true,
  });

  const messages = await api.call('GET', `/messages?ticket=${ticketId}`);
  expect(messages.body.map(({ plainContent }: { plainContent: string }) => plainContent)).toEqual([
    'It is still missing',
    'Secret remark',
    'The quarterly statement is attached.',
    'Welcome, how can we help?',
  ]);
  expect(mailbox.mails().filter(({ to }) => to === customer)).toHaveLength(2);
  expect(mailbox.mails().some(({ mail }) => /Secret remark/.test(`${mail.text} ${mail.html}`))).toBe(false);
  return { api, projectId, contactId: contact.body.id, ticketId };
};
