import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { serviceDatabaseUrl, serviceNames } from '@parley/runtime';
import { engineUrl, eventually, type S3Server, startS3 } from '@parley/testing';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { type Api, createApi, ok } from './support/api';
import { type Customer, openCustomer, toPath } from './support/customer';
import { dropDatabases, newDatabaseUrl } from './support/databases';
import { keysContaining, rowsContaining } from './support/leftovers';
import { openMailFolder } from './support/mailbox';
import { hasServices, removeHome, type RunningPlatform, startPlatform } from './support/platform';

const CONTACTS = 300;
/** Contacts that are written of and deleted at a time. */
const AT_ONCE = 12;
/** Writes of each while it is deleted. */
const WRITES = 6;
/** Milliseconds after which nothing of a deleted contact is left. */
const PATIENCE = 120_000;

/** In every address, name and word of these contacts, and in nothing else. */
const MARK = `zq${randomBytes(6).toString('hex')}`;

let server: string;
const databases = [...serviceNames, 'gateway'];

let platform: RunningPlatform;
let customer: Customer;
/** The files of one process per service. */
let s3: S3Server | undefined;
/** Gets what webhooks deliver, and refuses every second, which is then delivered again later. */
let receiver: Server;
/** Ids of all contacts that were deleted, and of their first conversations. */
const ids: string[] = [];
/** Answers that say that the platform failed. */
const failures: string[] = [];

/** What contacts are written of with. */
interface Surroundings {
  /** A ticket of a contact that stays. */
  ticket: string;
  article: string;
  workflow: string;
  board: string;
}
let around: Surroundings;

const text = (words: string): object => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
});

/** A ticket of another contact, by a mail with these people in Cc. */
const openByMail = async (headers: Record<string, string>): Promise<string> => {
  const id = randomBytes(8).toString('hex');
  const lines = {
    From: `Grace <grace-${id}@other.example>`,
    To: 'support@parley.localhost',
    Subject: 'Our parcel',
    'Message-ID': `<${id}@other.example>`,
    ...headers,
  };
  const source = [
    ...Object.entries(lines).map(([name, value]) => `${name}: ${value}`),
    '',
    'It is late.',
    '',
  ];
  const type = { 'content-type': 'message/rfc822' };
  const mail = Buffer.from(source.join('\r\n'));
  return ok(await customer.backend.call('POST', '/inbound/email', mail, type)).ticket;
};

const prepare = async ({ team }: Customer): Promise<Surroundings> => {
  const collection = ok(await team.call('POST', '/helpcenter/collections', { title: 'Billing' }));
  const article = ok(
    await team.call('POST', `/helpcenter/collections/${collection.id}/articles`, {
      title: 'Refunds',
      isDraft: false,
      content: text('A refund takes 14 days.'),
    }),
  );
  const steps = [
    { id: 'hello', type: 'message', content: 'Hello', next: 'ask' },
    { id: 'ask', type: 'question', prompt: 'What is it about?', input: { kind: 'text' }, next: null },
  ];
  const workflow = ok(await team.call('POST', '/workflows', { name: 'Welcome', steps }));
  const triggered = { name: 'Opened', steps, trigger: { event: 'opened-shop' } };
  ok(await team.call('POST', '/workflows', triggered));
  const board = ok(
    await team.call('POST', '/pipelines', {
      name: 'Sales',
      recordType: 'contacts',
      lanes: [{ id: 'new', title: 'New' }],
    }),
  );
  const { port } = receiver.address() as AddressInfo;
  ok(
    await team.call('POST', '/webhooks', {
      name: 'All',
      url: `http://127.0.0.1:${port}/`,
      events: [
        'TICKET_CREATED',
        'TICKET_UPDATED',
        'MESSAGE_CREATED',
        'SESSION_CREATED',
        'SESSION_UPDATED',
        'CONVERSATION_RATED',
        'PIPELINE_ENTRY_CREATED',
      ],
    }),
  );
  ok(
    await team.call('POST', '/engagement/emails', {
      name: 'News',
      status: 'live',
      trigger: 'event',
      eventTrigger: 'opened-shop',
      frequency: 'always',
      subject: 'News for {{name}}',
      message: 'Hello {{name}}',
    }),
  );
  const ticket = await openByMail({});
  return { ticket, article: article.id, workflow: workflow.id, board: board.id };
};

/** A contact with a conversation. */
interface Person {
  consumerId: string;
  contactId: string;
  conversationId: string;
  /** A ticket of another contact, with this one in Cc. */
  copiedTicket: string;
  words: string;
  widget: Api;
}

/** Each step is repeated by itself when a busy machine answers that it took too long: an upload that no message names would stay. */
const arrive = async (number: number): Promise<Person> => {
  const words = `${MARK}x${number}`;
  const consumerId = `consumer-${words}`;
  await eventually(() =>
    customer.contact(consumerId, { name: `Lin ${words}`, email: `${words}@customer.example` }),
  );
  const conversation = await eventually(() =>
    customer.open(consumerId, { message: `My order ${words} is late` }),
  );
  const form = new FormData();
  form.append('file', new Blob([`Invoice of ${words}`]), 'invoice.txt');
  const { fileUrl } = await eventually(async () => ok(await customer.team.call('POST', '/uploads', form)));
  const attachments = [{ name: 'invoice.txt', url: fileUrl }];
  await eventually(() => customer.reply(conversation.id, `An invoice for ${words}`, { attachments }));
  const address = `${words}@customer.example`;
  const copiedTicket = await eventually(() => openByMail({ Cc: `Lin ${words} <${address}>` }));
  await eventually(() => customer.reply(copiedTicket, 'For all of you'));
  for (const recipients of [{ to: [address] }, { bcc: [address] }])
    await eventually(() => customer.reply(around.ticket, 'For you, too', recipients));
  // Its campaign mail is on its way, or in the folder, when it is deleted.
  const events = [{ name: 'opened-shop', data: { words } }];
  await eventually(async () =>
    ok(await customer.backend.call('POST', `${toPath(consumerId)}/events`, { events })),
  );
  const [contact] = await eventually(async () =>
    ok(await customer.team.call('GET', `/sessions?userId=${consumerId}`)),
  );
  ids.push(contact.id, contact.svcId, conversation.id);
  return {
    consumerId,
    contactId: contact.id,
    conversationId: conversation.id,
    copiedTicket,
    words,
    widget: customer.widget(contact),
  };
};

/** Everything that may be written of a contact. */
const writes = ({ consumerId, contactId, conversationId, copiedTicket, words, widget }: Person) => {
  const { team, agent, backend } = customer;
  const { article, workflow, board } = around;
  const conversation = `/s2s/conversations/${conversationId}`;
  return [
    () => backend.call('POST', `${conversation}/messages`, { comment: `Where is ${words}?` }),
    () => widget.call('POST', `/shared/conversations/${conversationId}/messages`, { comment: `Hi ${words}` }),
    () => agent.call('POST', '/messages', { ticket: conversationId, comment: `Dear ${words}` }),
    () => agent.call('POST', '/messages', { ticket: conversationId, comment: `Note ${words}`, isNote: true }),
    () => agent.call('POST', '/messages', { ticket: copiedTicket, comment: 'Again for all of you' }),
    () => agent.call('PUT', `/tickets/${copiedTicket}`, { priority: 'HIGH' }),
    () => agent.call('PUT', `/tickets/${conversationId}`, { title: `Order ${words}`, status: 'DONE' }),
    () => team.call('POST', '/tickets', { title: `Call ${words}`, session: contactId }),
    () => team.call('POST', '/tickets/compose', { session: contactId, title: words, message: `Hi ${words}` }),
    () => backend.call('POST', `${toPath(consumerId)}/conversations`, { message: `Again ${words}` }),
    () =>
      backend.call('POST', `${toPath(consumerId)}/conversations`, { message: words, workflowId: workflow }),
    () => backend.call('POST', `${conversation}/workflow`, { workflowId: workflow }),
    () => backend.call('POST', `${conversation}/workflow-step`, { text: `About ${words}` }),
    () => backend.call('POST', `${conversation}/rating`, { rating: 7, comment: `Fine, ${words}` }),
    () =>
      backend.call('POST', `${toPath(consumerId)}/events`, {
        events: [{ name: 'opened-shop', data: { words } }],
      }),
    () =>
      widget.call('POST', '/shared/sessions/events', { events: [{ name: 'widgetOpened', data: { words } }] }),
    () =>
      widget.call('PUT', `/shared/helpcenter/articles/${article}/feedback`, { vote: 'up', comment: words }),
    () => widget.call('GET', `/shared/helpcenter/articles/${article}`),
    () => widget.call('GET', `/shared/helpcenter/search?searchTerm=${words}`),
    () => widget.call('GET', `/shared/helpcenter/answer?question=${words}`),
    () =>
      team.call('POST', '/agentevals', {
        ticketId: conversationId,
        verdict: 'bad',
        description: `No, ${words}`,
      }),
    () => team.call('POST', `/pipelines/${board}/entries`, { recordId: contactId }),
    () => team.call('PUT', `/sessions/${contactId}`, { name: `Lin the second ${words}` }),
    () => team.call('POST', `/sessions/${contactId}/memory`, { name: 'likes', content: `Likes ${words}` }),
  ];
};

const attempt = async (write: () => ReturnType<Api['call']>): Promise<void> => {
  const { status, body } = await write();
  // A busy machine may answer that something took too long.
  if (status === 500) failures.push(`${status} ${JSON.stringify(body)}`);
};

const chosen = <T>(list: readonly T[], count: number): T[] =>
  Array.from({ length: count }, () => list[Math.floor(Math.random() * list.length)] as T);

/** Deletes whoever has a consumerId now: a conversation or event that comes behind a deletion makes another contact. */
const deleteAgain = async ({ consumerId }: Person): Promise<void> => {
  const { team } = customer;
  for (const contact of ok(await team.call('GET', `/sessions?userId=${consumerId}`))) {
    ids.push(contact.id, contact.svcId);
    await team.call('DELETE', `/sessions/${contact.id}`);
  }
};

/** Deletes a contact while it is written of. */
const leave = async (person: Person): Promise<void> => {
  look();
  const all = chosen(writes(person), WRITES);
  const at = Math.floor(Math.random() * WRITES);
  const remove = async (): Promise<void> => {
    await eventually(async () => {
      const { status } = await customer.team.call('DELETE', `/sessions/${person.contactId}`);
      expect([204, 404]).toContain(status);
    });
  };
  await Promise.all(all.flatMap((write, index) => [attempt(write), ...(index === at ? [remove()] : [])]));
  await eventually(() => deleteAgain(person));
};

/** What a file has in it; undefined when it is gone by now. */
const readContent = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Lines of files below a folder that contain a text; the databases of embedded engines are looked into by themselves. */
const filesContaining = (folder: string, texts: readonly string[]): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('/postgres'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const content = readContent(path);
      return content !== undefined && texts.some((one) => path.includes(one) || content.includes(one));
    });

/** Streams that still have messages, with how many. */
const fullStreams = async (servers: string): Promise<string[]> => {
  const connection = await connect({ servers });
  try {
    const found: string[] = [];
    for await (const { config, state } of (await jetstreamManager(connection)).streams.list())
      if (state.messages > 0) found.push(`stream ${config.name}: ${state.messages}`);
    return found;
  } finally {
    await connection.close();
  }
};

/** What was seen of contacts before they were deleted. */
let written = { mails: false, files: false };
const look = (): void => {
  written = {
    mails:
      written.mails || filesContaining(join(platform.home, 'mail'), ['Subject: News for Lin']).length > 0,
    files: written.files || filesContaining(s3?.directory ?? join(platform.home, 'files'), [MARK]).length > 0,
  };
};

const leftovers = async (): Promise<string[]> => {
  const texts = [MARK, ...ids];
  const bus = platform.env['NATS_URL'];
  const rows = await Promise.all(
    databases.map(async (name) =>
      (await rowsContaining(serviceDatabaseUrl(server, name as never), texts)).map((row) => `${name}.${row}`),
    ),
  );
  return [
    ...rows.flat(),
    ...filesContaining(platform.home, texts),
    ...(s3 ? filesContaining(s3.directory, texts) : []),
    ...(bus ? await fullStreams(bus) : []),
    ...(redis ? await keysContaining(redis, texts) : []),
  ];
};

const toSettings = ({ options }: S3Server): Record<string, string> => ({
  S3_BUCKET: options.bucket,
  S3_ENDPOINT: options.endpoint,
  S3_ACCESS_KEY_ID: options.credentials.accessKeyId,
  S3_SECRET_ACCESS_KEY: options.credentials.secretAccessKey,
});

const redis = engineUrl('redis');

describe('what is written', () => {
  beforeAll(async () => {
    server = newDatabaseUrl('erasure');
    let delivered = 0;
    receiver = createServer((request, response) => {
      request.resume();
      response.writeHead((delivered += 1) % 2 ? 204 : 500).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    s3 = hasServices ? await startS3() : undefined;
    // Without a mail server, so that mails are kept, too.
    platform = await startPlatform({
      DATABASE_URL: server,
      PARLEY_DEMO: '0',
      RATE_LIMIT_PER_MINUTE: '100000',
      ANSWER_LIMIT_PER_MINUTE: '100000',
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
      ...(redis && { REDIS_URL: redis }),
      ...(s3 && toSettings(s3)),
    });
    const anonymous = createApi(() => `${platform.origin}/v3`);
    customer = await openCustomer(anonymous, openMailFolder(join(platform.home, 'mail')));
    around = await prepare(customer);
  }, 240_000);
  afterAll(async () => {
    await platform.stop();
    await s3?.stop();
    removeHome(platform.home);
    receiver.close();
    await dropDatabases(server);
  });

  it(`of ${CONTACTS} contacts that are deleted meanwhile is gone`, async () => {
    const queue = new PQueue({ concurrency: AT_ONCE });
    await queue.addAll(
      Array.from({ length: CONTACTS }, (_, number) => async () => leave(await arrive(number))),
    );
    expect(failures).toEqual([]);
    // What was there to be erased: the mails of campaigns and answers, and files.
    expect(written).toEqual({ mails: true, files: true });
    await eventually(async () => {
      const left = await leftovers();
      if (left.length > 0) throw new Error(`${left.length} left:\n${left.slice(0, 40).join('\n')}`);
    }, PATIENCE);
    expect(platform.output()).not.toContain('deadlock detected');
  }, 600_000);
});
