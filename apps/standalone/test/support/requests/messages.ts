import { missing, type Probes, refused } from './request';

const message = missing('message');
const template = missing('message_template');

/** Messages and message templates. */
export const messageProbes: Record<string, Probes> = {
  'messages.find': (its, mine) => [
    { path: '/messages' },
    { path: `/messages?ticket=${its.ids.ticket}`, stranger: missing('ticket') },
    { path: `/messages?ticket=${mine.ids.ticket}&before=${its.ids.note}` },
  ],
  'messages.create': (its, mine) => [
    { path: '/messages', body: { ticket: its.ids.ticket, comment: 'Hi' }, stranger: missing('ticket') },
    {
      path: '/messages',
      body: { ticket: mine.ids.ticket, comment: 'Hi', session: its.ids.contact },
      stranger: refused('session'),
    },
  ],
  'messages.search': (its) => [{ path: `/messages/search?searchTerm=Message${its.mark}` }],
  'messages.update': (its) => [
    { path: `/messages/${its.ids.note}`, body: { data: { content: 'New' } }, stranger: message },
  ],
  'messages.delete': (its) => [{ path: `/messages/${its.ids.note}`, stranger: message }],
  'messages.thread': (its) => [{ path: `/messages/${its.ids.message}/thread`, stranger: message }],
  'messages.thread-reply': (its) => [
    { path: `/messages/${its.ids.message}/thread`, body: { comment: 'Hi' }, stranger: message },
  ],
  'messages.reaction': (its) => [
    { path: `/messages/${its.ids.message}/reactions`, body: { emoji: '👍', op: 'add' }, stranger: message },
  ],
  // The platform of these tests has no model.
  'messages.translate': (its) => [
    {
      path: `/messages/${its.ids.message}/translate`,
      body: { language: 'de' },
      stranger: message,
      own: 409,
    },
  ],
  'messages.faq-suggestion': (its) => [
    { path: `/messages/${its.ids.suggestion}/faq`, body: { accept: true }, stranger: message },
  ],
  'message-templates.list': (its) => [
    { path: '/message-templates' },
    { path: `/message-templates?searchTerm=${its.mark}&withCount=true` },
    { path: `/message-templates?tag=tag${its.mark}` },
  ],
  'message-templates.create': (its) => [
    {
      path: '/message-templates',
      body: { title: 'New', content: 'Hi', users: [its.ids.agent] },
      stranger: refused('users.0'),
    },
    {
      path: '/message-templates',
      body: { title: 'New', content: 'Hi', teams: [its.ids.team] },
      stranger: refused('teams.0'),
    },
  ],
  'message-templates.list-tags': () => [{ path: '/message-templates/tags' }],
  'message-templates.get': (its) => [{ path: `/message-templates/${its.ids.template}`, stranger: template }],
  'message-templates.update': (its, mine) => [
    { path: `/message-templates/${its.ids.template}`, body: { title: 'New' }, stranger: template },
    {
      path: `/message-templates/${mine.ids.template}`,
      body: { teams: [its.ids.team] },
      stranger: refused('teams.0'),
    },
  ],
  'message-templates.delete': (its) => [
    { path: `/message-templates/${its.ids.template}`, stranger: template },
  ],
};
