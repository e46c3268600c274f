import { missing, type Probes, refused } from './request';
import { type FullProject } from '../full-project';

const collection = missing('collection');
const article = missing('article');

const collectionOf = ({ ids }: FullProject): string => `/helpcenter/collections/${ids.collection}`;
const articleOf = (its: FullProject, mine = its): string =>
  `${collectionOf(mine)}/articles/${its.ids.article}`;

/** Collections and articles of the help center. */
export const helpcenterProbes: Record<string, Probes> = {
  'helpcenter-collections.list': (its) => [
    { path: '/helpcenter/collections' },
    { path: '/helpcenter/collections?parentId=all' },
    { path: `/helpcenter/collections?parentId=${its.ids.collection}` },
  ],
  'helpcenter-collections.create': (its) => [
    {
      path: '/helpcenter/collections',
      body: { title: 'New', parent: its.ids.collection },
      stranger: collection,
    },
  ],
  'helpcenter-collections.get': (its) => [{ path: collectionOf(its), stranger: collection }],
  'helpcenter-collections.update': (its) => [
    { path: collectionOf(its), body: { targetAudience: 'users' }, stranger: collection },
  ],
  'helpcenter-collections.delete': (its) => [{ path: collectionOf(its), stranger: collection, own: 409 }],
  'helpcenter-articles.list': (its) => [{ path: `${collectionOf(its)}/articles`, stranger: collection }],
  'helpcenter-articles.create': (its, mine) => [
    { path: `${collectionOf(its)}/articles`, body: { title: 'New' }, stranger: collection },
    {
      path: `${collectionOf(mine)}/articles`,
      body: { title: 'New', author: its.ids.agent },
      stranger: refused('author'),
    },
  ],
  'helpcenter-articles.get': (its, mine) => [
    { path: articleOf(its), stranger: collection },
    { path: articleOf(its, mine), stranger: article },
  ],
  'helpcenter-articles.update': (its, mine) => [
    { path: articleOf(its), body: { tags: ['new'] }, stranger: { status: 404 } },
    { path: articleOf(its, mine), body: { tags: ['new'] }, stranger: article },
    { path: articleOf(mine), body: { author: its.ids.agent }, stranger: refused('author') },
  ],
  'helpcenter-articles.delete': (its, mine) => [{ path: articleOf(its, mine), stranger: article }],
};
