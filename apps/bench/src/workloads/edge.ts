import type { Load, LoadRequest } from '../load';
import { type Bench, loadSteps, type Workload } from '../workload';

/** Names of the free fields of a body with many of them. */
const makeNames = (count: number): string[] => Array.from({ length: count }, (_, index) => `field${index}`);
const NAMES = makeNames(1_000);

/** Most values that a body may have, a few taken off for what stands around them. */
const MOST_VALUES = 49_990;

const brackets = (bytes: number): string => '['.repeat(bytes);

/** Keys that are sent again and again. */
const REPEATED = 16;

const UNKNOWN_ID = 'f'.repeat(24);

const buildLoads = ({ workspace: { base, headers, contactId, ticketId } }: Bench): Load[] => {
  const load = (name: string, request: (n: number) => LoadRequest, more: Partial<Load> = {}): Load => ({
    name,
    base,
    headers,
    request,
    ...more,
  });
  const ticket = (n: number, customData: Record<string, unknown>): object => ({
    title: `Bench ${n}`,
    type: 'INQUIRY',
    session: contactId,
    customData,
  });
  const create = (n: number, customData: Record<string, unknown> = { seats: n }): LoadRequest => ({
    method: 'POST',
    path: '/tickets',
    body: ticket(n, customData),
  });
  const keyed = (n: number, key: number): LoadRequest => ({
    ...create(n),
    headers: { 'idempotency-key': `bench ${key}` },
  });
  // Refused for its title, after everything that a body goes through in the gateway and before a service is called.
  const refused = (name: string, customData: unknown): Load =>
    load(`refused, ${name}`, () => ({ method: 'POST', path: '/tickets', body: { title: 5, customData } }), {
      expects: 400,
    });
  return [
    load('get ticket', () => ({ method: 'GET', path: `/tickets/${ticketId}` })),
    load('get unknown ticket', () => ({ method: 'GET', path: `/tickets/${UNKNOWN_ID}` }), { expects: 404 }),
    load('create, 100 bytes', (n) => create(n)),
    load('create, with a key', (n) => keyed(n, n), { isFresh: true }),
    load('create, answered again', (n) => keyed(n % REPEATED, -1 - (n % REPEATED))),
    load('create, 1,000 values', (n) => create(n, Object.fromEntries(NAMES.map((name) => [name, n])))),
    refused('100 bytes', { seats: 1 }),
    refused('1,000 values', Object.fromEntries(NAMES.map((name) => [name, 1]))),
    refused(
      '50,000 values',
      Array.from({ length: MOST_VALUES }, (_, n) => n),
    ),
    refused('5,000 names', Object.fromEntries(makeNames(4_900).map((name) => [name, 1]))),
    refused('4.9 MB of text', 'x'.repeat(4_900_000)),
    load('refused, 4.9 MB of [', () => ({ method: 'POST', path: '/tickets', body: brackets(4_900_000) }), {
      expects: 400,
    }),
  ];
};

/**
 * The cost of the gateway's guards: the checks of bodies by their size and shape, the translation of errors, the claims of
 * idempotency keys. The cost of idling is measured before it.
 */
export const edgeWorkload: Workload = {
  name: 'edge',
  isOfStart: true,
  prepare: async (bench) => loadSteps(bench, buildLoads(bench)),
};
