import { call, mapInParallel } from '../api';
import { campaignJobs } from '../campaigns';
import type { Load } from '../load';
import { seedContacts } from '../seed-contacts';
import { settled } from '../settle';
import { type Bench, jobStep, loadSteps, type Workload } from '../workload';

/** Items that are live. */
const LIVE = 200;
/** Items of the list that is read. */
const LISTED = 1_000;
/** Widgets that ask. */
const WIDGETS = 100;

interface Session {
  svcId: string;
  svcHash: string;
}

/** The item number `n`: every second one is for everybody, the others for a part of the contacts. */
const makeItem = (n: number): Record<string, unknown> => ({
  name: `Item ${n}`,
  status: n < LIVE ? 'live' : 'draft',
  subject: { localized: { en: `Subject ${n}`, de: `Betreff ${n}` } },
  message: { localized: { en: `Hello {{firstName|there}}, this is item ${n}.` } },
  pageRules: n % 4 === 0 ? [{ pageFilterType: 'contains', pageFilter: '/pricing/{id}' }] : [],
  ...(n % 2 === 1 && {
    conditions: [
      { field: 'plan', operator: 'ne', value: `plan-${n % 7}` },
      { field: 'lastActivity', operator: 'gte', value: { daysAgo: 3_650 } },
      { event: 'order placed', operator: 'lt', value: 100, withinDays: 30 },
    ],
  }),
});

const buildLoads = (
  { workspace: { base, headers } }: Bench,
  apiToken: string,
  sessions: Session[],
): Load[] => {
  const url = encodeURIComponent('https://shop.example/pricing/42');
  const buildHeaders = (n: number): Record<string, string> => {
    const { svcId = '', svcHash = '' } = sessions[n % sessions.length] ?? {};
    return { 'svc-id': svcId, 'svc-hash': svcHash };
  };
  return [
    {
      name: `due of ${LIVE} live items`,
      base,
      headers: { 'api-token': apiToken, ...buildHeaders(0) },
      mustFind: true,
      request: (n) => ({ method: 'GET', path: `/shared/engagements?url=${url}`, headers: buildHeaders(n) }),
    },
    {
      name: `list of ${LISTED} items`,
      base,
      headers,
      mustFind: true,
      request: () => ({ method: 'GET', path: '/engagement/banners' }),
    },
  ];
};

/** What widgets ask for while many items are live, the team's list of items, and campaigns. */
export const engagementWorkload: Workload = {
  name: 'engagement',
  prepare: async (bench) => {
    const { workspace } = bench;
    await seedContacts(bench);
    const numbers = Array.from({ length: LISTED }, (_, n) => n);
    await mapInParallel(numbers, (n) => call(workspace, 'POST', '/engagement/banners', makeItem(n)));
    const project = await call<{ apiToken: string }>(workspace, 'GET', `/projects/${workspace.projectId}`);
    const sessions = await call<Session[]>(workspace, 'GET', `/sessions?limit=${WIDGETS}`);
    return settled(bench, 'engagement', [
      ...loadSteps(bench, buildLoads(bench, project.apiToken, sessions)),
      ...campaignJobs(bench).map((job) => jobStep(bench, job)),
    ]);
  },
};
