import { describeWith, eventually } from '@parley/testing';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type Answer, type Api, createApi, ok } from './support/api';
import { type Mailbox, openMailbox } from './support/mailbox';
import { signUp } from './support/main-job';
import { removeHome, type RunningPlatform, startServices } from './support/platform';

const ENTRIES = 20;
/** How long a condition may take to come true on a busy machine: far above the lease of 60 s that a killed process leaves. */
const PATIENCE_MS = 240_000;
const TEST_MS = 600_000;

const EVENTS = [
  'PIPELINE_ENTRY_CREATED',
  'PIPELINE_ENTRY_UPDATED',
  'PIPELINE_ENTRY_MOVED',
  'PIPELINE_ENTRY_DELETED',
];

/** What came to the receiver, the first time that it came. */
interface Delivery {
  id: string;
  event: string;
  data: { entry: { id: string; recordId: string; laneId: string }; fromLaneId?: string; changed?: string[] };
}

describeWith('nats')('webhooks of boards while their services are killed with kill -9', () => {
  const deliveries = new Map<string, Delivery>();
  let [mailbox, platform]: [Mailbox?, RunningPlatform?] = [];
  let receiver: Server;
  let api: Api;

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      void json(request).then((body) => {
        const id = String(request.headers['webhook-id']);
        const { event, data } = body as Omit<Delivery, 'id'>;
        const former = deliveries.get(id);
        // What comes again is the same in every word.
        if (former) expect({ event, data }).toEqual({ event: former.event, data: former.data });
        else deliveries.set(id, { id, event, data });
        response.writeHead(204).end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    mailbox = await openMailbox();
    platform = await startServices({
      SMTP_URL: mailbox.url,
      PARLEY_DEMO: '0',
      RATE_LIMIT_PER_MINUTE: '100000',
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    });
    const { origin } = platform;
    ({ api } = await signUp(
      createApi(() => `${origin}/v3`),
      mailbox,
    ));
  }, TEST_MS);
  afterAll(async () => {
    await platform?.stop();
    receiver.close();
    await mailbox?.close();
    if (platform) removeHome(platform.home);
  });

  /** Asks until it is answered: whoever does not know whether a request was carried out repeats it. */
  const patient = (method: string, path: string, body?: unknown): Promise<Answer> =>
    eventually(async () => {
      const answer = await api.call(method, path, body);
      if (answer.status >= 500) throw new Error(`${path}: ${answer.status}`);
      return answer;
    }, PATIENCE_MS);

  /** Does something with all entries at once, and kills a service as soon as the first of them is answered. */
  const whileKilling = async (
    service: string,
    things: readonly string[],
    act: (thing: string) => Promise<Answer>,
  ): Promise<Answer[]> => {
    const answered = things.map(act);
    await Promise.race(answered);
    await platform?.kill(service);
    return Promise.all(answered);
  };

  it(
    'come once for each change by webhook-id, and those of an entry in their order',
    async () => {
      const lanes = ['a', 'b', 'c'].map((id) => ({ id, title: id }));
      const board = ok(await patient('POST', '/pipelines', { name: 'Board', recordType: 'contacts', lanes }));
      const field = { fieldId: 'amount', label: 'Amount', type: 'number', source: 'ENTRY' };
      ok(await patient('POST', `/pipelines/${board.id}/properties`, field));
      const { port } = receiver.address() as AddressInfo;
      ok(await patient('POST', '/webhooks', { url: `http://127.0.0.1:${port}/`, events: EVENTS }));
      const records: string[] = [];
      for (let n = 0; n < ENTRIES; n += 1)
        records.push(ok(await patient('POST', '/sessions', { userId: `u-${n}` })).id);

      const added = await whileKilling('pipelines', records, (recordId) =>
        patient('POST', `/pipelines/${board.id}/entries`, { recordId }),
      );
      const ids = added.map((answer) => String(ok(answer).id));
      const entry = (id: string): string => `/pipeline-entries/${id}`;
      await whileKilling('workspace', ids, (id) => patient('PUT', `${entry(id)}/move`, { laneId: 'b' }));
      await whileKilling('pipelines', ids, (id) =>
        patient('PUT', `${entry(id)}/values`, { values: { amount: 5 } }),
      );
      await whileKilling('workspace', ids, (id) => patient('PUT', `${entry(id)}/move`, { laneId: 'c' }));
      const removed = await whileKilling('pipelines', ids, (id) => patient('DELETE', entry(id)));
      // One that was removed before its service was killed is not there any more when the request is repeated.
      for (const { status } of removed) expect([200, 404]).toContain(status);

      const steps = ({ event, data }: Delivery): string =>
        [
          event.replace('PIPELINE_ENTRY_', ''),
          data.fromLaneId,
          data.entry.laneId,
          ...(data.changed ?? []),
        ].join(' ');
      const expected = ['CREATED  a', 'MOVED a b', 'UPDATED  b values.amount', 'MOVED b c', 'DELETED  c'];
      await eventually(
        () => expect(deliveries.size).toBeGreaterThanOrEqual(ENTRIES * expected.length),
        PATIENCE_MS,
      );
      const told = ids.map((id) =>
        [...deliveries.values()].filter(({ data }) => data.entry.id === id).map(steps),
      );
      expect(told).toEqual(ids.map(() => expected));
      expect(deliveries.size).toBe(ENTRIES * expected.length);
    },
    TEST_MS,
  );
});
