import { type RowCase } from './row-case';

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

const itemOf = (type: string) => ({
  id: ITEM,
  type,
  name: 'Hello',
  subject: { localized: { en: 'Hi' } },
  sound: false,
  conditions: [{ field: 'plan', operator: 'eq', value: null }],
  eventTriggerDelay: 0,
  stats: { seen: 0, clicked: 0 },
});

/** Cases of items, for each kind. */
export const engagementCases: RowCase[] = kinds.flatMap(({ path, one, many, plural, single, id, type }) => {
  const item = itemOf(type);
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
