import type { FullProject } from '../full-project';
import { missing, type Probes, refused } from './request';

const content = missing('content');

const video = { url: 'https://youtu.be/dQw4w9WgXcQ', title: 'Returns', transcript: 'Returns take 14 days.' };

const toEntryPath = ({ texts }: FullProject): string => `/aicontent/${texts.contentId}`;

/** What is asked beyond an own project's, whose ids a body may name. */
const scoped =
  (path: string, field: string): Probes =>
  (its, mine) => [
    { path, body: { [field]: `Knowledge ${its.mark}`, internally: true } },
    {
      path,
      body: { [field]: 'refunds', scope: { session: its.ids.contact } },
      ...(its !== mine && { stranger: refused('scope.session') }),
    },
    {
      path,
      body: { [field]: 'refunds', scope: { collections: [its.ids.collection] } },
      ...(its !== mine && { stranger: refused('scope.collections.0') }),
    },
    {
      path,
      body: { [field]: 'refunds', scope: { websites: [its.ids.website] } },
      ...(its !== mine && { stranger: refused('scope.websites.0') }),
    },
  ];

/** What the team knows. */
export const knowledgeProbes: Record<string, Probes> = {
  'youtube-source.list': () => [{ path: '/youtube-source' }],
  'youtube-source.create': () => [{ path: '/youtube-source', body: video }],
  'youtube-source.preview': () => [{ path: '/youtube-source/preview', body: video }],
  'youtube-source.batch': () => [
    { path: '/youtube-source/batch', body: { videos: [video], batchId: 'tour' } },
  ],
  'youtube-source.delete': (its) => [
    { path: `/youtube-source/${its.mark.padEnd(11, 'x').slice(0, 11)}`, stranger: content, own: 404 },
  ],
  'youtube-source.delete-batch': () => [{ path: '/youtube-source/batch/none' }],
  'knowledge.search': scoped('/knowledge/search', 'query'),
  'knowledge.answer': scoped('/knowledge/answer', 'question'),
  'knowledge.similar-tickets': (its) => [
    { path: '/knowledge/similar-tickets', body: { query: `Ticket${its.mark}` } },
    {
      path: '/knowledge/similar-tickets',
      body: { query: `Ticket${its.mark}`, excludeTicketId: its.ids.ticket },
    },
  ],
  'knowledge.content-tags': () => [{ path: '/knowledge/content-tags' }],
  'knowledge.status': () => [{ path: '/knowledge/status' }],
  'knowledge.reindex': () => [{ path: '/knowledge/reindex', body: {} }],
  'knowledge.list-content': (its) => [
    { path: '/aicontent' },
    { path: `/aicontent?batchId=batch-${its.mark}&withCount=true` },
  ],
  'knowledge.create-content': () => [
    { path: '/aicontent', body: { title: 'Refunds', content: 'Refunds take 14 days.', type: 'faq' } },
  ],
  'knowledge.get-content': (its) => [{ path: toEntryPath(its), stranger: content }],
  // Where the entry is unknown it would be a new one, which has a title.
  'knowledge.update-content': (its) => [
    { path: toEntryPath(its), body: { tags: ['billing'] }, stranger: refused('title') },
  ],
  'knowledge.delete-content': (its, mine) =>
    its === mine
      ? [{ path: '/aicontent/nobody-has-this', own: 404 }]
      : [{ path: toEntryPath(its), stranger: content }],
  'knowledge.delete-content-batch': (its, mine) => [
    { path: `/aicontent/batch/${its === mine ? 'none' : 'batch'}-${its.mark}` },
  ],
  'knowledge.delete-content-old-batches': (its, mine) => [
    { path: `/aicontent/oldbatches?currentBatchId=batch-${mine.mark}${its === mine ? '&type=news' : ''}` },
  ],
};
