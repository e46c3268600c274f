import { readDatabaseName } from '@parley/persistence';
import { serviceNames } from '@parley/runtime';
import { createTestDatabase, describeWith, eventually, freePort, type TestDatabase } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Api, createApi } from './support/api';
import { type Balancer, startBalancer } from './support/balancer';
import { type Mailbox, openMailbox } from './support/mailbox';
import { type Customer, openCustomer } from './support/customer';
import { closeLive, listen, findRealtime } from './support/live';
import { findLost, settledDocuments } from './support/documents';
import { fillProject } from './support/full-project';
import { newAddress } from './support/main-job';
import { type NatsServer, startNats } from './support/nats';
import { removeHome } from './support/platform';
import { type Replica, type Replicas, startReplicas } from './support/replicas';
import { readSurface } from './support/surface';
import { openWebSite, type WebSite } from './support/web-site';

/** A built checkout of a former version, from which the platform is upgraded. */
const former = process.env['UPGRADE_FROM'];

/** What the load did. */
interface Outcome {
  requests: number;
  failures: string[];
  tickets: string[];
}

/** Requests without a pause from several clients: each writes a ticket and a message, and reads, over and over. */
const load = (api: Api, contact: string): { stop: () => Promise<Outcome> } => {
  const outcome: Outcome = { requests: 0, failures: [], tickets: [] };
  let on = true;
  const ask = async (method: string, path: string, body?: unknown): Promise<{ id?: string }> => {
    outcome.requests += 1;
    const answer = await api.call(method, path, body).catch((error: Error) => ({
      status: 0,
      body: `${error.message} ${String(error.cause)}`,
    }));
    if (answer.status === 200) return answer.body;
    outcome.failures.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return {};
  };
  const client = async (): Promise<void> => {
    while (on) {
      const title = `Rolled ${outcome.requests}`;
      const { id } = await ask('POST', '/tickets', { session: contact, title, type: 'INQUIRY' });
      if (id === undefined) continue;
      outcome.tickets.push(id);
      await ask('POST', '/messages', { ticket: id, comment: 'A message', isNote: true });
      await ask('GET', `/tickets/${id}`);
      await ask('GET', `/sessions/${contact}`);
      await ask('GET', '/projects');
      await ask('GET', '/tickets?status=OPEN&limit=5');
    }
  };
  const clients = Array.from({ length: 4 }, client);
  return {
    stop: async () => {
      on = false;
      await Promise.all(clients);
      return outcome;
    },
  };
};

/** What a contact said, and what its page heard. */
interface Talk {
  conversations: number;
  said: string[];
  failures: string[];
  /** Numbers of the events, as they came. */
  numbers: number[];
  texts: string[];
}

/** A contact that says something again and again, while its page listens and resumes whenever it is sent away. */
const talk = async (
  customer: Customer,
  realtime: { key: string; host: string; port: number },
): Promise<{ stop: () => Promise<Talk> }> => {
  const consumerId = customer.newConsumer();
  const { svcId } = await customer.contact(consumerId, { name: 'Ada' });
  const outcome: Talk = { conversations: 1, said: [], failures: [], numbers: [], texts: [] };
  const { channel, began } = listen(realtime, `private-session-${svcId}`, {
    api: customer.backend,
    path: '/s2s/stream/channel-auth',
    more: () => ({ consumerId, after: outcome.numbers.at(-1) ?? 0 }),
  });
  channel.bind_global((event: string, data: Answer['body']) => {
    if (event === 'resync') outcome.failures.push('It had to read anew');
    if (event !== 'message.created' && event !== 'conversation.updated') return;
    outcome.numbers.push(data.seq);
    if (data.message) outcome.texts.push(data.message.plainText);
  });
  await began;
  const { id } = await customer.open(consumerId);
  let on = true;
  const say = async (): Promise<void> => {
    for (let n = 0; on; n += 1) {
      const comment = `Said ${n}`;
      const path = `/s2s/conversations/${id}/messages`;
      const answer = await customer.backend.call('POST', path, { comment }).catch(String);
      if (typeof answer !== 'string' && answer.status === 200) outcome.said.push(comment);
      else outcome.failures.push(JSON.stringify(answer));
      await sleep(200);
    }
  };
  const saying = say();
  return {
    stop: async () => {
      on = false;
      await saying;
      await eventually(() => expect(outcome.texts.length).toBeGreaterThanOrEqual(outcome.said.length));
      return outcome;
    },
  };
};

/** Replicas that are restarted at the same time: as many as two processors start within a moment. */
const GROUP = 6;

/** The replicas in groups, none with two of the same app: an upgrade rolls all apps at once, each replica by replica. */
const groupReplicas = (replicas: readonly Replica[]): Replica[][] => {
  const nth = (replica: Replica): number =>
    replicas.filter(({ app }) => app === replica.app).indexOf(replica);
  return [0, 1].flatMap((round) => {
    const all = replicas.filter((replica) => nth(replica) === round);
    const starts = all.map((_, at) => at).filter((at) => at % GROUP === 0);
    return starts.map((at) => all.slice(at, at + GROUP));
  });
};

describeWith('nats')('2 replicas of every app', () => {
  let mailbox: Mailbox;
  let base: TestDatabase;
  let nats: NatsServer;
  let platform: Replicas;
  let balancer: Balancer;
  let live: Balancer;
  let site: WebSite;

  beforeAll(async () => {
    [mailbox, base, nats, site] = await Promise.all([
      openMailbox(),
      createTestDatabase('rolling'),
      startNats(),
      openWebSite(),
    ]);
    const port = await freePort();
    const settings = {
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: base.url,
      NATS_URL: nats.url,
      SMTP_URL: mailbox.url,
      DATABASE_CONNECTIONS: '5',
      RATE_LIMIT_PER_MINUTE: '1000000',
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
      SCHEDULED_REPLY_DELAY_SECONDS: '3600',
      // The client lets a connection go that rested for a second less, as the answers ask it to.
      SHUTDOWN_DELAY_SECONDS: '3',
    };
    platform = await startReplicas(2, settings, former);
    balancer = await startBalancer(platform.of('gateway'), port);
    live = await startBalancer(platform.of('realtime'));
  }, 240_000);
  afterAll(async () => {
    closeLive();
    await Promise.all([balancer.close(), live.close()]);
    await platform.stop();
    await Promise.all([mailbox.close(), nats.stop(), site.close()]);
    for (const name of [...serviceNames, 'gateway']) {
      await base.db.query(`DROP DATABASE IF EXISTS "${readDatabaseName(base.url)}_${name}" WITH (FORCE)`);
    }
    await base.drop();
    removeHome(platform.home);
  });

  it(`are ${former ? 'upgraded' : 'restarted'} one after the other under load without a failed or doubled request, or a lost or doubled event, and answer what they answered`, async () => {
    const anonymous = createApi(() => `${balancer.origin}/v3`, {}, former ? 'nothing' : 'answers');
    const its = await fillProject(anonymous, mailbox, site);
    const surface = await readSurface(balancer.origin);
    const before = await settledDocuments(surface, its);
    const customer = await openCustomer(anonymous, mailbox);
    const api = customer.team;
    const realtime = await findRealtime(anonymous, customer.apiToken);
    const contact = await api.call('POST', '/sessions', { userId: 'rolled', email: newAddress('rolled') });
    const talking = await talk(customer, { ...realtime, host: '127.0.0.1', port: live.port });
    const running = load(api, contact.body.id);
    const codes: [string, number | null][] = [];
    const restart = async (replica: Replica): Promise<void> => {
      codes.push([replica.app, await replica.stop()]);
      await replica.start();
    };
    for (const group of groupReplicas(platform.replicas)) await Promise.all(group.map(restart));
    await sleep(500);
    const { requests, failures, tickets } = await running.stop();
    const heard = await talking.stop();
    expect(failures).toEqual([]);
    expect(heard.failures).toEqual([]);
    expect(heard.texts).toEqual(heard.said);
    expect(heard.numbers).toEqual(heard.numbers.map((_, at) => at + 1));
    expect(heard.said.length).toBeGreaterThan(20);
    expect(codes.sort()).toEqual(platform.replicas.map(({ app }) => [app, 0]).sort());
    expect(requests).toBeGreaterThan(100);
    const list = await api.call('GET', '/tickets?limit=1');
    expect(list.body.totalCount).toBe(tickets.length + heard.conversations);
    expect(new Set(tickets).size).toBe(tickets.length);
    const after = await settledDocuments(surface, its);
    expect(former ? findLost(before, after) : after).toEqual(former ? [] : before);
  }, 480_000);
});
