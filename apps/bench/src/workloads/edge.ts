import { type Load } from '../load';
import { type Bench, loadSteps, type Workload } from '../workload';

/** Names of the free fields of a large body. */
const NAMES = Array.from({ length: 1_000 }, (_, index) => `field${index}`);

const loadsOf = ({ workspace: { base, headers, contactId } }: Bench): Load[] => {
  const create = (name: string, customData: (n: number) => Record<string, unknown>): Load => ({
    name,
    base,
    headers,
    request: (n) => ({
      method: 'POST',
      path: '/tickets',
      body: { title: `Bench ${n}`, type: 'INQUIRY', session: contactId, customData: customData(n) },
    }),
  });
  return [
    create('create, body of 100 bytes', (n) => ({ seats: n })),
    create('create, body of 20 KB and 1,000 values', (n) =>
      Object.fromEntries(NAMES.map((name) => [name, n])),
    ),
  ];
};

/** What the gateway's checks of bodies cost, by the size of the body. */
export const edgeWorkload: Workload = {
  name: 'edge',
  prepare: async (bench) => loadSteps(bench, loadsOf(bench)),
};
