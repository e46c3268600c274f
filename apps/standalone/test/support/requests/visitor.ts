import type { FullProject } from '../full-project';
import { missing, type Probes } from './request';

const visitor = (mine: FullProject): Record<string, string> => ({ 'api-token': mine.apiToken });

/** The help center as its visitors see it. */
export const visitorProbes: Record<string, Probes> = {
  'helpcenter-visitor.list-collections': (its, mine) => [
    { path: '/shared/helpcenter/collections', headers: visitor(mine) },
    {
      path: `/shared/helpcenter/collections?parentId=${its.ids.collection}`,
      headers: visitor(mine),
      stranger: missing('collection'),
    },
  ],
  'helpcenter-visitor.get-collection': (its, mine) => [
    {
      path: `/shared/helpcenter/collections/${its.ids.collection}`,
      headers: visitor(mine),
      stranger: missing('collection'),
    },
  ],
  'helpcenter-visitor.get-article': (its, mine) => [
    {
      path: `/shared/helpcenter/articles/${its.ids.article}`,
      headers: visitor(mine),
      stranger: missing('article'),
    },
  ],
  'helpcenter-visitor.search': (its, mine) => [
    { path: `/shared/helpcenter/search?searchTerm=Body${its.mark}`, headers: visitor(mine) },
  ],
  'helpcenter-visitor.sources': (its, mine) => [
    { path: `/shared/helpcenter/sources?searchTerm=Body${its.mark}`, headers: visitor(mine) },
  ],
  'helpcenter-visitor.answer': (its, mine) => [
    { path: `/shared/helpcenter/answer?question=Body${its.mark}`, headers: visitor(mine) },
  ],
  'helpcenter-visitor.rate-article': (its, mine) => [
    {
      path: `/shared/helpcenter/articles/${its.ids.article}/feedback`,
      body: { vote: 'up' },
      headers: visitor(mine),
      stranger: missing('article'),
    },
  ],
  'helpcenter-articles.list-feedback': (its, mine) => [
    {
      path: `/helpcenter/collections/${its.ids.collection}/articles/${its.ids.article}/feedback`,
      stranger: missing('collection'),
    },
    {
      path: `/helpcenter/collections/${mine.ids.collection}/articles/${its.ids.article}/feedback`,
      stranger: missing('article'),
    },
  ],
};
