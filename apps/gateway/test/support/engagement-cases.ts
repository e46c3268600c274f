import { widgetSignature } from '../../src/auth/widget';
import { PROJECT_KEY, SESSION_SECRET } from './identities';
import type { RowCase } from './row-case';

const ITEM = '0000000000000000000000e1';

const kinds = [
  {
    path: 'checklists',
    one: 'checklist',
    many: 'checklists',
    plural: 'Checklists',
    single: 'Checklist',
    id: 'checklistId',
    type: 'CHECKLIST',
  },
  {
    path: 'tooltips',
    one: 'tooltip',
    many: 'tooltips',
    plural: 'Tooltips',
    single: 'Tooltip',
    id: 'tooltipId',
    type: 'TOOLTIP',
  },
  {
    path: 'cobrowse',
    one: 'cobrowse',
    many: 'cobrowse',
    plural: 'CobrowseTours',
    single: 'CobrowseTour',
    id: 'cobrowseProductTourId',
    type: 'COBROWSE',
  },
  {
    path: 'banners',
    one: 'banner',
    many: 'banners',
    plural: 'Banners',
    single: 'Banner',
    id: 'bannerId',
    type: 'BANNER',
  },
  {
    path: 'chat-messages',
    one: 'chat-message',
    many: 'chat-messages',
    plural: 'ChatMessages',
    single: 'ChatMessage',
    id: 'chatMessageId',
    type: 'CHAT_MESSAGE',
  },
  {
    path: 'emails',
    one: 'email',
    many: 'emails',
    plural: 'EngagementEmails',
    single: 'EngagementEmail',
    id: 'engagementEmailId',
    type: 'EMAIL',
  },
];

const makeItem = (type: string) => ({
  id: ITEM,
  type,
  name: 'Hello',
  subject: { localized: { en: 'Hi' } },
  sound: false,
  conditions: [{ field: 'plan', operator: 'eq', value: null }],
  eventTriggerDelay: 0,
  stats: { seen: 0, clicked: 0 },
});

const itemCases: RowCase[] = kinds.flatMap(({ path, one, many, plural, single, id, type }) => {
  const item = makeItem(type);
  const itemPath = `/engagement/${path}/${ITEM}`;
  return [
    {
      row: `engagement.list-${many}`,
      method: 'GET',
      path: `/engagement/${path}?sort=-sent&status=live&stats.clicked>=3&sender.email=a@b.example`,
      rpc: `list${plural}`,
      received: {
        sort: '-sent',
        limit: 1000,
        filter: [
          { field: 'status', operator: 'eq', values: ['live'] },
          { field: 'stats.clicked', operator: 'gte', values: ['3'] },
          { field: 'sender.email', operator: 'eq', values: ['a@b.example'] },
        ],
      },
      response: { items: [item] },
      document: [item],
    },
    {
      row: `engagement.list-${many}`,
      method: 'GET',
      path: `/engagement/${path}?limit=101`,
      rpc: `list${plural}`,
      received: { limit: 100 },
      response: { items: [] },
      document: [],
    },
    {
      // The others answer as a service does that does not know the question yet.
      row: `engagement.list-${many}`,
      method: 'GET',
      path: `/engagement/${path}`,
      rpc: `list${plural}`,
      received: { asText: true },
      response: { items: [], text: JSON.stringify([item]) },
      document: [item],
    },
    {
      row: `engagement.create-${one}`,
      method: 'POST',
      path: `/engagement/${path}`,
      request: {
        body: {
          name: 'Hello',
          subject: 'Hi',
          conditions: [{ field: 'plan', operator: 'eq', value: null }],
          config: { steps: [{ title: 'One' }] },
          type: 'FORGED',
          sent: 5,
        },
      },
      rpc: `create${single}`,
      received: {
        item: {
          name: 'Hello',
          subject: 'Hi',
          conditions: [{ field: 'plan', operator: 'eq', value: null }],
          config: { steps: [{ title: 'One' }] },
        },
      },
      response: { item },
      document: item,
    },
    {
      row: `engagement.get-${one}`,
      method: 'GET',
      path: itemPath,
      rpc: `get${single}`,
      received: { [id]: ITEM },
      response: { item },
      document: item,
    },
    {
      row: `engagement.update-${one}`,
      method: 'PUT',
      path: itemPath,
      request: { body: { status: 'live', tags: [], message: null, subject: { localized: { de: null } } } },
      rpc: `update${single}`,
      received: {
        [id]: ITEM,
        item: { status: 'live', tags: [], subject: { localized: { de: null } } },
        nulls: ['message'],
      },
      response: { item },
      document: item,
    },
    {
      row: `engagement.delete-${one}`,
      method: 'DELETE',
      path: itemPath,
      rpc: `delete${single}`,
      received: { [id]: ITEM },
      response: { item },
      document: item,
    },
  ];
});

const CONTACT = '0000000000000000000000e2';
const PROGRESS = '0000000000000000000000e3';
const signed = { 'svc-id': 's1', 'svc-hash': widgetSignature(SESSION_SECRET, 's1') };
const widget = { token: null, project: null, headers: { 'api-token': PROJECT_KEY, ...signed } };
const due = { id: ITEM, type: 'BANNER', lang: 'de', sound: false, pageRules: [], seen: false };
const state = { id: PROGRESS, status: 'active', completedSteps: ['s1'] };
const entry = { ...state, outbound: { id: ITEM, name: 'Start', steps: [{ id: 's1', title: 'One' }] } };

const otherCases: RowCase[] = [
  {
    row: 'widget.engagements',
    method: 'GET',
    path: '/shared/engagements?url=https://shop.example/a?b=c&lang=de&type=BANNER,TOOLTIP',
    request: widget,
    rpc: 'listDueEngagements',
    received: { url: 'https://shop.example/a?b=c', lang: 'de', type: 'BANNER,TOOLTIP', asText: true },
    response: { engagements: [], text: JSON.stringify([due]) },
    document: [due],
  },
  {
    // A service that does not know the question yet.
    row: 'widget.engagements',
    method: 'GET',
    path: '/shared/engagements',
    request: widget,
    rpc: 'listDueEngagements',
    received: {},
    response: { engagements: [due] },
    document: [due],
  },
  {
    row: 'widget.report-engagement',
    method: 'POST',
    path: `/shared/engagements/${ITEM}/events`,
    request: { ...widget, body: { event: 'step', stepId: 's1' } },
    rpc: 'reportEngagement',
    received: { engagementId: ITEM, event: 'step', stepId: 's1' },
    response: { success: true },
    document: { success: true },
  },
  {
    row: 'widget.reply-engagement',
    method: 'POST',
    path: `/shared/engagements/${ITEM}/reply`,
    request: { ...widget, body: { comment: 'Yes', clientMutationId: 'm1' } },
    rpc: 'replyToEngagement',
    received: { engagementId: ITEM, comment: 'Yes', clientMutationId: 'm1' },
    response: { ticket: CONTACT, message: PROGRESS },
    document: { ticket: CONTACT, message: PROGRESS },
  },
  {
    row: 'widget.answer-checklist',
    method: 'PUT',
    path: `/shared/checklists/${PROGRESS}/steps/s%201`,
    request: widget,
    rpc: 'markChecklistStep',
    received: { checklistId: PROGRESS, stepId: 's 1' },
    response: { checklist: state },
    document: state,
  },
  {
    row: 'sessions.checklists',
    method: 'GET',
    path: `/sessions/${CONTACT}/checklists`,
    rpc: 'listContactChecklists',
    received: { sessionId: CONTACT, limit: 3 },
    response: { checklists: [entry] },
    document: [entry],
  },
  {
    row: 'sessions.checklists',
    method: 'GET',
    path: `/sessions/${CONTACT}/checklists?limit=11&skip=1`,
    rpc: 'listContactChecklists',
    received: { sessionId: CONTACT, limit: 10, skip: 1 },
    response: { checklists: [] },
    document: [],
  },
  {
    row: 'sessions.reset-checklist',
    method: 'POST',
    path: `/sessions/${CONTACT}/checklists/${ITEM}/reset`,
    rpc: 'resetContactChecklist',
    received: { sessionId: CONTACT, checklistId: ITEM },
    response: { checklist: entry },
    document: entry,
  },
  {
    row: 'engagement.statistics',
    method: 'GET',
    path: `/engagements/${ITEM}/statistics`,
    rpc: 'getEngagementStatistics',
    received: { engagementId: ITEM },
    response: { id: ITEM, type: 'BANNER', status: 'live', sent: 2, seen: { unique: 2, total: 3 } },
    document: { id: ITEM, type: 'BANNER', status: 'live', sent: 2, seen: { unique: 2, total: 3 } },
  },
  {
    row: 'engagement.recipients',
    method: 'GET',
    path: `/engagements/${ITEM}/recipients?status=sent,bounced&limit=201`,
    rpc: 'listEngagementRecipients',
    received: { engagementId: ITEM, status: 'sent,bounced', limit: 200 },
    response: { data: [{ id: PROGRESS, session: { id: CONTACT }, status: 'sent' }], total: 1 },
    document: { data: [{ id: PROGRESS, session: { id: CONTACT }, status: 'sent' }], total: 1 },
  },
];

/** Cases of items, of what widgets show of them, and of what became of them. */
export const engagementCases: RowCase[] = [...itemCases, ...otherCases];
