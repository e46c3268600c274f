import type { FullProject } from '../full-project';
import { missing, type ProbeRequest, type Probes, type Refusal } from './request';

const contact = missing('contact');
const conversation = missing('conversation');
const message = missing('message');
const foreignSession = { status: 401, code: 'invalid_session' };

const program = (mine: FullProject, path: string, body?: unknown): ProbeRequest => ({
  path,
  ...(body !== undefined && { body }),
  caller: mine.service.as({ project: undefined }),
});

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

const consumer = ({ texts }: FullProject): string => `/s2s/contacts/${encodeURIComponent(texts.userId)}`;
const SOCKET = '4711.815';

/** A request about one conversation, and the same with the contact named that it belongs to. */
const about =
  (rest: string, body?: unknown, own?: number): Probes =>
  (its, mine) => {
    const path = `/s2s/conversations/${its.ids.ticket}${rest}`;
    const named = `${path}?consumerId=${encodeURIComponent(its.texts.userId)}`;
    return [
      { ...program(mine, path, body), stranger: conversation, ...(own !== undefined && { own }) },
      { ...program(mine, named, body), stranger: contact, ...(own !== undefined && { own }) },
    ];
  };

/** The same of a widget: with its own session it finds no foreign conversation, with a foreign one nothing at all. */
const ofWidget =
  (rest: string, body?: unknown, own?: number): Probes =>
  (its, mine) => {
    const path = `/shared/conversations/${its.ids.ticket}${rest}`;
    return [
      { ...widget(mine, mine, path, body), stranger: conversation, ...(own !== undefined && { own }) },
      { ...widget(mine, its, path, body), stranger: foreignSession },
    ];
  };

const aboutMessage =
  (rest: string, refusal: Refusal, body?: unknown): Probes =>
  (its, mine) => [{ ...program(mine, `/s2s/messages/${its.ids.message}${rest}`, body), stranger: refusal }];

/** What a customer's own back end and the widgets do in the name of contacts. */
export const s2sProbes: Record<string, Probes> = {
  's2s-contacts.get': (its, mine) => [{ ...program(mine, consumer(its)), stranger: contact }],
  's2s-contacts.upsert': (its, mine) => [program(mine, consumer(its), { lang: 'de' })],
  's2s-contacts.delete': (its, mine) => [{ ...program(mine, consumer(its)), stranger: contact }],
  's2s-contacts.track-events': (its, mine) => [
    { ...program(mine, `${consumer(its)}/events`, { events: [{ name: 'order' }] }), stranger: contact },
  ],
  's2s-contacts.list-conversations': (its, mine) => [
    { ...program(mine, `${consumer(its)}/conversations`), stranger: contact },
  ],
  's2s-contacts.create-conversation': (its, mine) => [
    program(mine, `${consumer(its)}/conversations`, { message: 'Hello' }),
  ],
  's2s-conversations.get': about(''),
  's2s-conversations.update': about('', { attributes: { plan: 'pro' } }),
  's2s-conversations.close': about('/close'),
  's2s-conversations.reopen': about('/reopen'),
  's2s-conversations.mark-read': (its, mine) => [
    ...about('/read')(its, mine),
    ...(its === mine
      ? []
      : [
          {
            ...program(mine, `/s2s/conversations/${mine.ids.ticket}/read`, { messageId: its.ids.message }),
            stranger: message,
          },
        ]),
  ],
  's2s-conversations.typing': about('/typing'),
  's2s-conversations.network-logs': about('/network-logs', { networkLogs: [{ url: '/a' }] }),
  's2s-conversations.rate': about('/rating', { rating: 8 }),
  's2s-conversations.list-messages': (its, mine) => [
    ...about('/messages')(its, mine),
    ...(its === mine
      ? []
      : [
          {
            ...program(mine, `/s2s/conversations/${mine.ids.ticket}/messages?after=${its.ids.message}`),
            stranger: message,
          },
        ]),
  ],
  's2s-conversations.send-message': about('/messages', { comment: 'Hello' }),
  's2s-conversations.get-workflow-step': about('/workflow-step'),
  's2s-conversations.answer-workflow-step': about('/workflow-step', { text: 'Hi', stepId: 'none' }, 409),
  's2s-conversations.run-workflow': (its, mine) => [
    ...about('/workflow', { workflowId: mine.ids.workflow })(its, mine),
    ...(its === mine
      ? []
      : [
          {
            ...program(mine, `/s2s/conversations/${mine.ids.ticket}/workflow`, {
              workflowId: its.ids.workflow,
            }),
            stranger: missing('workflow'),
          },
        ]),
  ],
  's2s-messages.get': aboutMessage('', message),
  's2s-messages.rate': aboutMessage('/rating', message, { rating: 'up' }),
  's2s-stream.user-auth': (its, mine) => [
    {
      ...program(mine, '/s2s/stream/user-auth', { socket_id: SOCKET, consumerId: its.texts.userId }),
      stranger: contact,
    },
  ],
  's2s-stream.channel-auth': (its, mine) => [
    {
      ...program(mine, '/s2s/stream/channel-auth', {
        socket_id: SOCKET,
        channel_name: `private-session-${its.texts.svcId}`,
        consumerId: its.texts.userId,
      }),
      stranger: contact,
    },
    // The channel of somebody else is none: `{ "valid": false }`.
    program(mine, '/s2s/stream/channel-auth', {
      socket_id: SOCKET,
      channel_name: `private-session-${its.texts.svcId}`,
      consumerId: mine.texts.userId,
    }),
  ],
  's2s-stream.events': (its, mine) => [
    {
      ...program(mine, `/s2s/stream/events?consumerId=${encodeURIComponent(its.texts.userId)}`),
      stranger: contact,
    },
  ],
  'users.session-auth': (its, mine) => [
    { ...widget(mine, its, '/users/me/session-auth', { socket_id: SOCKET }), stranger: foreignSession },
  ],
  'users.session-channel-auth': (its, mine) => [
    {
      ...widget(mine, its, '/users/me/session-channel-auth', {
        socket_id: SOCKET,
        channel_name: `private-session-${its.texts.svcId}`,
      }),
      stranger: foreignSession,
    },
    widget(mine, mine, '/users/me/session-channel-auth', {
      socket_id: SOCKET,
      channel_name: `private-session-${its.texts.svcId}`,
    }),
  ],
  'widget.list-conversations': (its, mine) => [
    { ...widget(mine, its, '/shared/conversations'), stranger: foreignSession },
  ],
  'widget.create-conversation': (its, mine) => [
    { ...widget(mine, its, '/shared/conversations', { message: 'Hello' }), stranger: foreignSession },
  ],
  'widget.get-conversation': ofWidget(''),
  'widget.list-messages': ofWidget('/messages'),
  'widget.send-message': ofWidget('/messages', { comment: 'Hello' }),
  'widget.link-preview': (its, mine) => {
    const path = `/shared/conversations/${its.ids.ticket}/messages/${its.ids.message}/link-preview`;
    return [
      { ...widget(mine, mine, path), stranger: message },
      { ...widget(mine, its, path), stranger: foreignSession },
    ];
  },
  'widget.get-workflow-step': ofWidget('/workflow-step'),
  'widget.answer-workflow-step': ofWidget('/workflow-step', { text: 'Hi', stepId: 'none' }, 409),
  'frontend-tools.deliver-result': (_its, mine) => [
    {
      ...widget(mine, mine, `/shared/frontend-tools/${'0'.repeat(24)}/result`, {
        name: 'status',
        result: 'x',
      }),
      stranger: missing('tool_call'),
      own: 404,
    },
  ],
  'widget.mark-read': ofWidget('/read'),
  'widget.typing': ofWidget('/typing'),
  'widget.rate': ofWidget('/rating', { rating: 8 }),
  'widget.send-transcript': ofWidget('/transcript'),
  'widget.leave-email': ofWidget('/email', { email: 'left@example.com' }),
};
