import type { FullProject } from '../full-project';
import { missing, type ProbeRequest, type Probes } from './request';

const company = missing('company');
const contact = missing('session');
const pipeline = missing('pipeline');

const server = (mine: FullProject, path: string, body?: unknown): ProbeRequest => ({
  path: `/admin${path}`,
  ...(body !== undefined && { body }),
  caller: mine.admin.as({ token: undefined, project: undefined }),
  headers: { 'api-token': mine.secretKey },
});

const companyPath = ({ texts }: FullProject): string => `/companies/${texts.company}`;
const contactPath = ({ texts }: FullProject): string => `/contacts/${texts.userId}`;

/** A request about the entry of a company, and the same on one's own board. */
const ofCompany =
  (body?: unknown): Probes =>
  (its, mine) => [
    {
      ...server(mine, `/pipelines/${its.ids.companyBoard}${companyPath(its)}`, body),
      stranger: pipeline,
    },
    {
      ...server(mine, `/pipelines/${mine.ids.companyBoard}${companyPath(its)}`, body),
      stranger: company,
    },
  ];

/** The same of a contact. */
const ofContact =
  (body?: unknown): Probes =>
  (its, mine) => [
    { ...server(mine, `/pipelines/${its.ids.pipeline}${contactPath(its)}`, body), stranger: pipeline },
    { ...server(mine, `/pipelines/${mine.ids.pipeline}${contactPath(its)}`, body), stranger: contact },
  ];

/** Requests of the customer's own server, with the secret key of the project. */
export const serverClientProbes: Record<string, Probes> = {
  'server-client.identify': (its, mine) => [
    server(mine, '/identify', { userId: its.texts.userId, seats: 3 }),
  ],
  'server-client.track': (its, mine) => [
    server(mine, '/track', { events: [{ userId: its.texts.userId, name: 'order' }] }),
  ],
  'server-client.get-company': (its, mine) => [{ ...server(mine, companyPath(its)), stranger: company }],
  'server-client.upsert-company': (its, mine) => [server(mine, companyPath(its), { plan: 'pro' })],
  'server-client.delete-company': (its, mine) => [{ ...server(mine, companyPath(its)), stranger: company }],
  'server-client.pipelines': (_its, mine) => [server(mine, '/pipelines')],
  'server-client.add-company-entry': ofCompany({}),
  'server-client.put-company-entry': ofCompany({ values: { amount: 7 } }),
  'server-client.get-company-entry': ofCompany(),
  'server-client.remove-company-entry': ofCompany(),
  'server-client.add-contact-entry': ofContact({}),
  'server-client.put-contact-entry': ofContact({ values: { amount: 7 } }),
  'server-client.get-contact-entry': ofContact(),
  'server-client.remove-contact-entry': ofContact(),
};
