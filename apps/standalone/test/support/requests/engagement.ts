import { missing, type Probes, refused } from './request';

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

/** What the team shows or mails to contacts. */
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

export const engagementProbes: Record<string, Probes> = { ...itemProbes, ...mailProbes };
