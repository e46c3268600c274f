import type { FullProject } from '../full-project';
import { browser, missing, type ProbeRequest, type Probes, refused } from './request';

const kinds = [
  { path: 'checklists', one: 'checklist', many: 'checklists', noun: 'checklist', id: 'checklistItem' },
  { path: 'tooltips', one: 'tooltip', many: 'tooltips', noun: 'tooltip', id: 'tooltip' },
  { path: 'cobrowse', one: 'cobrowse', many: 'cobrowse', noun: 'cobrowse', id: 'cobrowse' },
  { path: 'banners', one: 'banner', many: 'banners', noun: 'banner', id: 'banner' },
  {
    path: 'chat-messages',
    one: 'chat-message',
    many: 'chat-messages',
    noun: 'chat_message',
    id: 'chatMessage',
  },
  { path: 'emails', one: 'email', many: 'emails', noun: 'engagement_email', id: 'engagementEmail' },
  { path: 'surveys', one: 'survey', many: 'surveys', noun: 'survey', id: 'survey' },
  { path: 'news', one: 'news', many: 'news', noun: 'news', id: 'news' },
  {
    path: 'push-notifications',
    one: 'push-notification',
    many: 'push-notifications',
    noun: 'push_notification',
    id: 'pushNotification',
  },
  { path: 'modals', one: 'modal', many: 'modals', noun: 'modal', id: 'modal' },
  {
    path: 'product-tours',
    one: 'product-tour',
    many: 'product-tours',
    noun: 'product_tour',
    id: 'productTour',
  },
] as const;

/** Items of every kind. */
const itemProbes: Record<string, Probes> = Object.assign(
  {},
  ...kinds.map(({ path, one, many, noun, id }): Record<string, Probes> => ({
    [`engagement.list-${many}`]: () => [{ path: `/engagement/${path}` }],
    [`engagement.create-${one}`]: (its, mine) => [
      { path: `/engagement/${path}`, body: { name: 'New' } },
      ...(its === mine
        ? []
        : [
            {
              path: `/engagement/${path}`,
              body: { name: 'New', sender: its.ids.agent },
              stranger: refused('sender'),
            },
          ]),
    ],
    [`engagement.get-${one}`]: (its) => [
      { path: `/engagement/${path}/${its.ids[id]}`, stranger: missing(noun) },
    ],
    [`engagement.update-${one}`]: (its, mine) => [
      { path: `/engagement/${path}/${its.ids[id]}`, body: { hidden: true }, stranger: missing(noun) },
      {
        path: `/engagement/${path}/${mine.ids[id]}`,
        body: { sender: its.ids.agent },
        stranger: refused('sender'),
      },
    ],
    [`engagement.delete-${one}`]: (its) => [
      { path: `/engagement/${path}/${its.ids[id]}`, stranger: missing(noun) },
    ],
  })),
) as Record<string, Probes>;

const engagement = missing('engagement');
const foreignSession = { status: 401, code: 'invalid_session' };

const widget = (mine: FullProject, session: FullProject, path: string, body?: unknown): ProbeRequest => ({
  path,
  ...(body !== undefined && { body }),
  caller: mine.admin.as({ token: undefined, project: undefined }),
  headers: {
    'api-token': mine.apiToken,
    'svc-id': session.texts.svcId,
    'svc-hash': session.texts.svcHash,
  },
});

/** With its own session a widget finds no foreign item, with a foreign one nothing at all. */
const ofWidget = (path: string, stranger = engagement, body?: unknown): Probes => {
  return (its, mine) => {
    const named = path.replace(/\{(\w+)\}/, (_, name: keyof FullProject['ids']) => its.ids[name]);
    return [
      { ...widget(mine, mine, named, body), stranger },
      { ...widget(mine, its, named, body), stranger: foreignSession },
    ];
  };
};

/** With its own session a widget is answered, with a foreign one nothing is. */
const ofSession = (path: string, body?: unknown): Probes => {
  return (its, mine) => [
    { ...widget(mine, its, path, body), stranger: foreignSession },
    widget(mine, mine, path, body),
  ];
};

const mailProbes: Record<string, Probes> = {
  // A forbidden address: nothing is called.
  'engagement-editor.precheck': () => [
    { path: '/engagement/editor/precheck', body: { url: 'http://10.0.0.1/' } },
  ],
  'engagement.send-email-preview': (its) => [
    {
      path: `/engagement/emails/${its.ids.engagementEmail}/send-email-preview`,
      body: { emails: [`preview${its.mark}@example.com`] },
      stranger: missing('engagement_email'),
    },
  ],
  'engagement.inbound-bounce': (its, mine) => [
    {
      path: '/inbound/bounce',
      body: `From: mailer@example.com\r\nTo: bounce+${its.mark}@example.com\r\nSubject: Undeliverable\r\n\r\nNo.`,
      headers: { 'content-type': 'message/rfc822' },
      caller: mine.service.as({ project: undefined }),
    },
  ],
};

/** The responses to a survey. */
const ofSurvey =
  (path: string, body?: object): Probes =>
  (its) => [
    {
      path: `/engagement/surveys/${its.ids.survey}/${path}`,
      ...(body && { body }),
      stranger: missing('survey'),
    },
  ];

/** What the team shows or mails to contacts. */
export const engagementProbes: Record<string, Probes> = {
  ...itemProbes,
  ...mailProbes,
  'engagement.survey-responses': ofSurvey('responses'),
  'engagement.export-survey-responses': ofSurvey('responses/export'),
  'engagement.sample-survey-responses': ofSurvey('responses/samples'),
  'engagement.summarize-survey-responses': ofSurvey('responses/summarize'),
  'engagement.read-survey-responses': ofSurvey('responses/read', {}),
  'engagement.statistics': (its) => [
    { path: `/engagements/${its.ids.banner}/statistics`, stranger: engagement },
  ],
  'engagement.recipients': (its) => [
    { path: `/engagements/${its.ids.banner}/recipients`, stranger: engagement },
  ],
  'engagement.clone': (its) => [
    { path: `/engagements/${its.ids.banner}/clone`, body: { name: 'Copy' }, stranger: engagement },
  ],
  'engagement.activities': (its) => [
    { path: `/engagements/${its.ids.banner}/activities`, stranger: engagement },
  ],
  'engagement.count-activities': (its) => [
    { path: `/engagements/${its.ids.banner}/activities/count`, stranger: engagement },
  ],
  'engagement.sample-audience': (its) => [
    {
      path: `/engagements/${its.ids.banner}/fixed-audience-samples`,
      body: { limit: 5 },
      stranger: engagement,
    },
  ],
  'sessions.checklists': (its) => [
    { path: `/sessions/${its.ids.contact}/checklists`, stranger: missing('session') },
  ],
  'sessions.reset-checklist': (its, mine) => [
    {
      path: `/sessions/${its.ids.contact}/checklists/${its.ids.checklistItem}/reset`,
      stranger: missing('session'),
    },
    {
      path: `/sessions/${mine.ids.contact}/checklists/${its.ids.checklistItem}/reset`,
      stranger: missing('checklist'),
    },
  ],
  'widget.engagements': (its, mine) => [
    { ...widget(mine, its, '/shared/engagements?type=BANNER'), stranger: foreignSession },
    widget(mine, mine, '/shared/engagements'),
  ],
  'widget.report-engagement': ofWidget('/shared/engagements/{banner}/events', engagement, { event: 'seen' }),
  'widget.reply-engagement': ofWidget('/shared/engagements/{chatMessage}/reply', engagement, {
    comment: 'Yes',
  }),
  'widget.push-key': ofSession('/shared/push-key'),
  'widget.subscribe-push': ofSession('/shared/push-subscriptions', browser),
  'widget.unsubscribe-push': ofSession(
    `/shared/push-subscriptions?endpoint=${encodeURIComponent(browser.endpoint)}`,
  ),
  'widget.answer-survey': ofWidget('/shared/engagements/{survey}/answers', engagement, {
    answers: { q1: 9 },
    round: 1,
  }),
  'widget.news': (its, mine) => [
    { ...widget(mine, its, '/shared/news'), stranger: foreignSession },
    widget(mine, mine, '/shared/news'),
  ],
  'widget.answer-checklist': ofWidget('/shared/checklists/{checklistItem}/steps/s1', missing('checklist')),
};
