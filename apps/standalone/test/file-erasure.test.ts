import { eventually } from '@parley/testing';
import { type Answer, type Api, ok } from './support/api';
import { type Customer, openCustomer, toPath, startWithCustomer } from './support/customer';
import type { Mailbox } from './support/mailbox';

let customer: Customer;
let anonymous: Api;
let mailbox: Mailbox;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ anonymous, customer, mailbox, stop } = await startWithCustomer());
});
afterAll(() => stop());

const upload = async (api = customer.team, name = 'contract.txt', path = '/uploads'): Promise<string> => {
  const form = new FormData();
  form.append('file', new Blob(['A contract.']), name);
  return ok(await api.call('POST', path, form)).fileUrl as string;
};
const readStatus = async (url: string): Promise<number> => {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.status;
};
const doc = (...nodes: object[]) => ({ type: 'doc', content: nodes });
const image = (url: string) => doc({ type: 'image', attrs: { src: url } });
const link = (url: string) =>
  doc({
    type: 'paragraph',
    content: [{ type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href: url } }] }],
  });

const post = async (path: string, body: unknown): Promise<Answer['body']> =>
  ok(await customer.team.call('POST', path, body));
const put = async (path: string, body: unknown): Promise<Answer['body']> =>
  ok(await customer.team.call('PUT', path, body));
const remove = async (path: string): Promise<void> => void ok(await customer.team.call('DELETE', path));
const contact = (more: object = {}) => customer.contact(customer.newConsumer(), more);
const ticket = async (more: object = {}): Promise<string> =>
  (await post('/tickets', { title: 'T', ...more })).id as string;
const say = async (ticketId: string, more: object): Promise<string> =>
  (await post('/messages', { ticket: ticketId, comment: 'See this', ...more })).id as string;
const attached = (url: string) => ({ attachments: [{ name: 'contract.txt', url }] });

/** Of each kind: names the file, and answers how it ceases to. */
const owners: Record<string, (url: string) => Promise<() => Promise<unknown>>> = {
  'an attachment of a message that is deleted': async (url) => {
    const id = await say(await ticket(), attached(url));
    return () => remove(`/messages/${id}`);
  },
  'a picture of a message that is deleted': async (url) => {
    const id = await say(await ticket(), { comment: image(url) });
    return () => remove(`/messages/${id}`);
  },
  'an attachment of a note that is updated to none': async (url) => {
    const id = await say(await ticket(), { ...attached(url), isNote: true });
    return () => put(`/messages/${id}`, { data: { content: 'See this' }, attachments: [] });
  },
  'a link of a note that is rewritten': async (url) => {
    const id = await say(await ticket(), { comment: link(url), isNote: true });
    return () => put(`/messages/${id}`, { data: { content: 'No more' } });
  },
  'a ticket that is deleted': async (url) => {
    const id = await ticket({ description: `See ${url}` });
    return () => remove(`/tickets/${id}`);
  },
  'a message of a ticket that is deleted': async (url) => {
    const id = await ticket();
    await say(id, attached(url));
    return () => remove(`/tickets/${id}`);
  },
  'a message of a ticket that was merged into one that is deleted': async (url) => {
    const [merged, main] = [await ticket(), await ticket()];
    await say(merged, attached(url));
    await put('/tickets/merge', { ticketsToMergeIds: [merged], targetTicketId: main });
    return () => remove(`/tickets/${main}`);
  },
  'a message of a contact that is deleted': async (url) => {
    const { id } = await contact();
    await say(await ticket({ session: id }), attached(url));
    return () => remove(`/sessions/${id}`);
  },
  'a message of a contact that a back end deletes': async (url) => {
    const consumerId = customer.newConsumer();
    await customer.contact(consumerId);
    const { id } = await customer.open(consumerId);
    await customer.send(id, 'See this', attached(url));
    return async () => ok(await customer.backend.call('DELETE', toPath(consumerId)));
  },
  'the avatar of a contact that gets another': async (url) => {
    const { id } = await contact();
    await put(`/sessions/${id}`, { avatar: url });
    return () => put(`/sessions/${id}`, { avatar: 'https://example.com/a.png' });
  },
  'the data of a contact that is deleted': async (url) => {
    const { id } = await contact();
    await put(`/sessions/${id}`, { customData: { contract: url } });
    return () => remove(`/sessions/${id}`);
  },
  'a memory of a contact': async (url) => {
    const { id } = await contact();
    await post(`/sessions/${id}/memory`, { name: 'contract', content: `Signed: ${url}` });
    return () => remove(`/sessions/${id}/memory/contract`);
  },
  'a company': async (url) => {
    await put('/companies/acme', { name: 'Acme', customData: { logo: url } });
    return () => remove('/companies/acme');
  },
  'a message template': async (url) => {
    const { id } = await post('/message-templates', { title: 'T', content: 'C', ...attached(url) });
    return () => remove(`/message-templates/${id}`);
  },
  'an article, in another of its languages': async (url) => {
    const { id: collection } = await post('/helpcenter/collections', { title: { en: 'C' } });
    const path = `/helpcenter/collections/${collection}/articles`;
    const { id } = await post(path, { title: { en: 'A' }, content: { en: doc(), de: image(url) } });
    return () => remove(`${path}/${id}`);
  },
  'a draft of an article that is discarded': async (url) => {
    const { id: collection } = await post('/helpcenter/collections', { title: { en: 'C' } });
    const path = `/helpcenter/collections/${collection}/articles`;
    const { id } = await post(path, { title: { en: 'A' }, isDraft: false });
    await put(`${path}/${id}/draft`, { content: { en: image(url) } });
    return () => remove(`${path}/${id}/draft`);
  },
  'the icon of a collection': async (url) => {
    const { id } = await post('/helpcenter/collections', { title: { en: 'C' }, iconUrl: url });
    return () => remove(`/helpcenter/collections/${id}`);
  },
  'an e-mail template': async (url) => {
    const fields = { subject: { en: 'S' }, htmlContent: { en: `<img src="${url}">` } };
    const { id } = await post('/email-templates', { title: 'T', ...fields });
    return () => remove(`/email-templates/${id}`);
  },
  'the brand of the help center': async (url) => {
    const path = `/projects/${customer.projectId}`;
    await put(path, { helpcenter: { logoUrl: url } });
    return () => put(path, { helpcenter: { logoUrl: 'https://example.com/a.png' } });
  },
  'the picture of a member': async (url) => {
    await put('/users/me', { profileImageUrl: url });
    return () => put('/users/me', { profileImageUrl: 'https://example.com/a.png' });
  },
  'a custom component': async (url) => {
    const fields = { name: 'card', schema: { type: 'object' }, template: `<img src="${url}">` };
    const { id } = await post('/custom-components', fields);
    return () => remove(`/custom-components/${id}`);
  },
  'a card of a board': async (url) => {
    const { id } = await post('/pipelines', {
      name: 'B',
      recordType: 'contacts',
      lanes: [{ id: 'a', title: 'A' }],
    });
    const field = { fieldId: 'offer', label: 'Offer', type: 'text', source: 'ENTRY' };
    await post(`/pipelines/${id}/properties`, field);
    const { id: recordId } = await contact();
    const entry = { recordId, laneId: 'a', values: { offer: url } };
    const { id: entryId } = await post(`/pipelines/${id}/entries`, entry);
    return () => remove(`/pipeline-entries/${entryId}`);
  },
  'a banner': async (url) => {
    const { id } = await post('/engagement/banners', {
      name: 'B',
      message: { localized: { en: image(url) } },
    });
    return () => remove(`/engagement/banners/${id}`);
  },
  'a campaign': async (url) => {
    const message = { localized: { en: image(url) } };
    const { id } = await post('/engagement/emails', { name: 'B', subject: 'S', message });
    return () => remove(`/engagement/emails/${id}`);
  },
  'an entry of the knowledge base': async (url) => {
    const entry = { contentId: 'c', title: 'T', content: `See ${url}`, type: 'faq', batchId: 'b' };
    await post('/aicontent', entry);
    return () => remove('/aicontent/c');
  },
  'a judgement of an answer': async (url) => {
    const { id } = await post('/agentevals', {
      ticketId: await ticket(),
      verdict: 'bad',
      description: `See ${url}`,
    });
    return () => remove(`/agentevals/${id}`);
  },
  'a question of a dataset': async (url) => {
    const { id } = await post('/agentevals/datasets', { name: 'D' });
    await post(`/agentevals/datasets/${id}/cases`, { question: `What is ${url}?`, expectedFacts: ['x'] });
    return () => remove(`/agentevals/datasets/${id}`);
  },
  'a workflow': async (url) => {
    const steps = [{ id: 'say', type: 'message', content: `See ${url}`, next: null }];
    const { id } = await post('/workflows', { name: 'W', steps });
    return () => remove(`/workflows/${id}`);
  },
  'an AI agent': async (url) => {
    const { id } = await post('/agents', { name: 'Bot', avatar: url });
    return () => remove(`/agents/${id}`);
  },
};

/** A file, and how it ceases to be named. */
interface Named {
  url: string;
  release(): Promise<unknown>;
}

/** Of each kind that no member of the team uploads. */
const others: Record<string, () => Promise<Named>> = {
  'what a contact uploaded and named nowhere': async () => {
    const { id, ...session } = await contact();
    const url = await upload(customer.widget(session as never), 'draft.txt', '/shared/uploads');
    return { url, release: () => remove(`/sessions/${id}`) };
  },
  'an attachment of a received mail': async () => {
    const from = `lin-${Date.now()}@customer.example`;
    const source = [
      `From: Lin Park <${from}>`,
      'To: support@parley.localhost',
      `Message-ID: <${Date.now()}@customer.example>`,
      'Subject: My contract',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'See the file.',
      '--b',
      'Content-Type: text/plain; name=contract.txt',
      'Content-Disposition: attachment; filename=contract.txt',
      '',
      'A contract.',
      '--b--',
      '',
    ].join('\r\n');
    const headers = { 'content-type': 'message/rfc822' };
    const received = ok(await customer.backend.call('POST', '/inbound/email', Buffer.from(source), headers));
    const [message] = ok(await customer.team.call('GET', `/messages?ticket=${received.ticket}`));
    return { url: message.attachments[0].url, release: () => remove(`/tickets/${received.ticket}`) };
  },
};

describe('a file', () => {
  it('goes with the last that names it, whatever that is, and not before', async () => {
    const made = await Promise.allSettled([
      ...Object.entries(owners).map(async ([name, own]) => {
        const url = await upload();
        return { name, url, release: await own(url) };
      }),
      ...Object.entries(others).map(async ([name, make]) => ({ name, ...(await make()) })),
    ]);
    expect(made.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual([]);
    const cases = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    // Named twice: by what is deleted with the others, and by what stays.
    const shared = await upload();
    const [first, second] = [await say(await ticket(), attached(shared)), await ticket()];
    const { id: template } = await post('/message-templates', {
      title: 'T',
      content: 'C',
      ...attached(shared),
    });
    // It is no archive, so the repository soon names it no more.
    await post('/code/repositories', { name: 'Shop', fileUrl: shared });
    // Of another project: naming it neither keeps nor deletes it.
    const stranger = await openCustomer(anonymous, mailbox);
    const [foreign, unsent] = [await upload(stranger.team), await upload(stranger.team)];
    const naming = [await say(second, attached(foreign)), await say(second, attached(unsent))];
    const theirs = ok(await stranger.team.call('POST', '/tickets', { title: 'T' }));
    ok(
      await stranger.team.call('POST', '/messages', {
        ticket: theirs.id,
        comment: 'x',
        ...attached(foreign),
      }),
    );
    for (const { name, url } of cases) expect([name, await readStatus(url)]).toEqual([name, 200]);

    const released = await Promise.allSettled(cases.map(({ release }) => release()));
    expect(released.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual([]);
    await remove(`/messages/${first}`);
    for (const id of naming) await remove(`/messages/${id}`);
    await eventually(async () => {
      const left: string[] = [];
      for (const { name, url } of cases) if ((await readStatus(url)) !== 404) left.push(name);
      expect(left).toEqual([]);
    });
    // Their releases are older than the last of those.
    expect(await Promise.all([shared, foreign, unsent].map(readStatus))).toEqual([200, 200, 200]);

    await remove(`/message-templates/${template}`);
    ok(await stranger.team.call('DELETE', `/tickets/${theirs.id}`));
    await eventually(async () => {
      expect(await Promise.all([shared, foreign].map(readStatus))).toEqual([404, 404]);
    });
    expect(await readStatus(unsent)).toBe(200);
  }, 240_000);
});
