import { type ApiAnswer, operationCalls, startTestGateway, type TestGateway } from './gateway';
import { TICKET } from './identities';

/** Tickets that are created with idempotency keys. */
export interface KeyedTickets {
  readonly gateway: TestGateway;
  /** How many were created since the test began. */
  created: number;
  newKey(): string;
  create(key: string, body?: unknown, request?: object): Promise<ApiAnswer>;
  /** Has the service answer the next creation only when `finish` is called; `begun` waits until it was asked. */
  hold(): { finish(): void; begun(): Promise<void> };
}

/** Starts a gateway for the tests of a file, behind it a service that numbers the tickets that it creates. */
export const keyedTickets = (): KeyedTickets => {
  let gateway: TestGateway;
  let created = 0;
  let keys = 0;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    created = 0;
    gateway.calls.splice(0);
    gateway.answers['createTicket'] = async () => {
      created += 1;
      return { ticket: { id: TICKET, title: `number ${created}` } };
    };
  });
  return {
    get gateway() {
      return gateway;
    },
    get created() {
      return created;
    },
    set created(count: number) {
      created = count;
    },
    newKey: () => `key-${(keys += 1)}`,
    create: (key, body = { title: 'x' }, request = {}) =>
      gateway.api('POST', '/tickets', { body, ...request, headers: { 'idempotency-key': key } }),
    hold: () => {
      let finish = (): void => undefined;
      gateway.answers['createTicket'] = () =>
        new Promise((resolve) => {
          finish = () => resolve({ ticket: { id: TICKET } });
        });
      return {
        finish: () => finish(),
        begun: async () => {
          while (operationCalls(gateway.calls).length === 0)
            await new Promise((resolve) => setImmediate(resolve));
        },
      };
    },
  };
};
