// The conversation of the README by a generated client: openapi-typescript made the types in `api.d.ts`, openapi-fetch calls.
// PARLEY_URL is the address of the API, PARLEY_MAILS the folder of the mails that the platform writes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import createClient from 'openapi-fetch';
import type { paths } from './api.js';

const { PARLEY_URL = '', PARLEY_MAILS = '' } = process.env;
const EMAIL = 'typescript@example.com';
const PATIENCE_MS = 30_000;

const api = createClient<paths>({ baseUrl: PARLEY_URL });
let calls = 0;

/** The document of an answer, which must be a success. */
const ok = async <Data>(answer: Promise<{ data?: Data; error?: unknown; response: Response }>) => {
  calls += 1;
  const { data, error, response } = await answer;
  if (data === undefined) throw new Error(`${response.url}: ${response.status} ${JSON.stringify(error)}`);
  return data;
};

const demand = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};

/** Asks again until there is an answer: mails and search follow a change within moments. */
const eventually = async <Value>(ask: () => Promise<Value | undefined> | Value | undefined, what: string) => {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    const value = await ask();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${what}: not within ${PATIENCE_MS} ms`);
};

const mailedCode = (): string | undefined => {
  const mail = readdirSync(PARLEY_MAILS).find((name) => name.endsWith(`${EMAIL}.eml`));
  return (
    mail &&
    /\b\d{6}\b/.exec(
      readFileSync(join(PARLEY_MAILS, mail), 'utf8')
        .split(/\r?\n\r?\n/)
        .slice(1)
        .join('\n'),
    )?.[0]
  );
};

await ok(
  api.POST('/users', {
    body: { email: EMAIL, name: 'Type Script', password: 'correct horse battery', challengeToken: 'any' },
  }),
);
const code = await eventually(mailedCode, 'The mail with the code');
const { token } = await ok(api.POST('/users/verify', { body: { email: EMAIL, code } }));
api.use({
  onRequest: ({ request }) => {
    request.headers.set('authorization', `Bearer ${token}`);
    return request;
  },
});

const { id: project } = await ok(api.POST('/projects', { body: { name: 'Web shop' } }));
const header = { project };

const contact = await ok(
  api.POST('/sessions', {
    params: { header },
    body: { userId: 'user-1', email: 'lin@customer.example', name: 'Lin Park' },
  }),
);
const ticket = await ok(
  api.POST('/tickets/compose', {
    params: { header },
    body: { session: contact.id, title: 'Missing invoice', message: 'How can we help?' },
  }),
);
demand(
  ticket.status === 'OPEN' && ticket.session?.id === contact.id,
  'A composed ticket is open, of its contact',
);

const reply = { ticket: ticket.id, markdownComment: 'The **quarterly** statement is attached.' };
const params = { header: { ...header, 'Idempotency-Key': 'reply-1' } };
const message = await ok(api.POST('/messages', { params, body: reply }));
demand(
  (await ok(api.POST('/messages', { params, body: reply }))).id === message.id,
  'A repeat writes nothing twice',
);
const note = await ok(
  api.POST('/messages', {
    params: { header },
    body: { ticket: ticket.id, comment: 'Ask billing.', isNote: true },
  }),
);
demand(note.isNote && note.type === 'NOTE', 'A note is one');

const found = await ok(
  api.GET('/messages', { params: { header, query: { ticket: ticket.id, sort: 'createdAt' } } }),
);
demand(Array.isArray(found) && found.length === 3, 'The ticket has three messages');

await eventually(async () => {
  const query = { searchTerm: 'quartarly' };
  const { hits } = await ok(api.GET('/tickets/search', { params: { header, query } }));
  return hits.find(({ id }) => id === ticket.id);
}, 'The ticket in the search');

const path = { ticketId: ticket.id };
const done = await ok(api.PUT('/tickets/{ticketId}', { params: { header, path }, body: { status: 'DONE' } }));
demand(done.status === 'DONE', 'The ticket is closed');
await ok(
  api.POST('/messages', {
    params: { header },
    body: { ticket: ticket.id, comment: 'Still missing', session: contact.id },
  }),
);
const again = await ok(api.GET('/tickets/{ticketId}', { params: { header, path } }));
demand(again.status === 'OPEN', 'A message of the contact opens the ticket again');
const list = await ok(
  api.GET('/tickets', { params: { header, query: { status: 'OPEN', sort: ['-createdAt'], limit: 10 } } }),
);
demand(
  list.tickets.some(({ id }) => id === ticket.id),
  'The list has the ticket',
);

const { id: collection } = await ok(
  api.POST('/helpcenter/collections', { params: { header }, body: { title: 'Billing' } }),
);
const content = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'A refund takes 14 days.' }] }],
};
const article = await ok(
  api.POST('/helpcenter/collections/{helpcenterCollectionId}/articles', {
    params: { header, path: { helpcenterCollectionId: collection } },
    body: { title: 'When does my refund arrive?', isDraft: false, content },
  }),
);
const key = (await ok(api.GET('/projects/{projectId}', { params: { path: { projectId: project } } })))
  .apiToken;
const headers = { 'api-token': key ?? '' };
await eventually(async () => {
  const answer = api.GET('/shared/helpcenter/search', {
    headers,
    params: { query: { searchTerm: 'refnd' } },
  });
  return (await ok(answer)).data.hits.find(({ id }) => id === article.id);
}, 'The article in the visitor’s search');
await eventually(async () => {
  const query = { question: 'How long does a refund take?' };
  const { answer, sources } = await ok(api.GET('/shared/helpcenter/answer', { headers, params: { query } }));
  return sources.length > 0 ? answer : undefined;
}, 'The answer from the article');

const { error, response } = await api.GET('/tickets/{ticketId}', {
  params: { header, path: { ticketId: 'f'.repeat(24) } },
});
demand(
  response.status === 404 && error?.code === 'ticket_not_found',
  'An unknown ticket is told by its code',
);
console.log(`TypeScript: the conversation held, ${calls} calls.`);
