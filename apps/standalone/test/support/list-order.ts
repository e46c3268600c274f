import { ok } from './api';
import type { FullProject } from './full-project';

const priorities = ['LOW', 'MEDIUM', 'HIGH'];

/** The value of a field by which a document is sorted; of another record in it the id. */
export const readValue = (document: object, field: string): unknown => {
  const { ticket } = document as { ticket?: unknown };
  const start = typeof ticket === 'object' && ticket !== null ? ticket : document;
  const path = Object.hasOwn(start, field) ? [field] : field.split('.');
  const read = (at: unknown, name: string): unknown => (at as Record<string, unknown> | undefined)?.[name];
  const value = path.reduce<unknown>(read, start);
  if (field === 'priority') return priorities.indexOf(String(value));
  return (typeof value === 'object' && value !== null ? read(value, 'id') : value) ?? undefined;
};

/** Whether documents are in the order of a field, those without a value at the end. */
export const isInOrder = (documents: readonly object[], field: string, isDescending: boolean): boolean => {
  const values = documents.map((one) => readValue(one, field));
  const given = values.filter((value) => value !== undefined) as (string | number | boolean)[];
  const sorted = given.toSorted((a, b) => (a === b ? 0 : a < b === isDescending ? 1 : -1));
  return JSON.stringify(values.slice(0, given.length)) === JSON.stringify(sorted);
};

/** Further items of a full project, with all fields that lists are sorted by. */
export const addOthers = async ({ admin, ids }: FullProject): Promise<void> => {
  const url = 'https://a.example/a';
  const texts = { title: { en: 'A' }, externalId: 'a' };
  const limits = {
    limitTicketAmount: true,
    ticketAmount: 3,
    countSnoozedTickets: true,
    selectOnlyOnlineMembers: true,
  };
  const others: Record<string, object> = {
    '/pipelines': { name: 'A', recordType: 'companies', visibility: 'shared', lanes: [{ title: 'L' }] },
    [`/pipelines/${ids.pipeline}/properties`]: {
      fieldId: 'a',
      label: 'A',
      type: 'number',
      source: 'ENTRY',
      unit: 'kg',
    },
    '/agents': { name: 'A', avatar: url, instructions: 'A' },
    '/teams': { name: 'A', assignmentMethod: 'balanced', members: [ids.admin], ...limits },
    '/mailboxes': {
      name: 'A',
      address: 'a@x.example',
      fromName: 'A',
      trustReplyTo: true,
      incoming: { type: 'http' },
    },
    '/webhooks': { name: 'A', url, events: ['TICKET_UPDATED'], enabled: false },
    '/custom-components': { name: 'aa', schema: {}, template: '<b>a</b>', description: 'A', whenToUse: 'A' },
    '/message-templates': { title: 'A', content: 'a', isPublic: true },
    '/helpcenter/collections': { ...texts, iconUrl: url },
    [`/helpcenter/collections/${ids.collection}/articles`]: { ...texts, content: { en: 'a' }, isDraft: true },
    '/email-templates': { title: 'A', subject: { en: 'a' }, htmlContent: { en: '<p>a</p>' } },
    '/helpcenter-redirect': { oldUrl: '/a*', newUrl: '/b', matchType: 'pattern' },
    '/aicontent': {
      contentId: 'a',
      type: 'faq',
      title: 'A',
      content: 'a',
      batchId: 'a',
      readMoreUrl: url,
      isInternal: true,
    },
    [`/sessions/${ids.contact}/memory`]: { name: 'a', content: 'a', description: 'A' },
    '/agentevals': { ticketId: ids.ticket, verdict: 'bad', description: 'A' },
    '/invitations/projects': { emails: ['a@x.example'] },
  };
  for (const [path, body] of Object.entries(others)) ok(await admin.call('POST', path, body));
};
