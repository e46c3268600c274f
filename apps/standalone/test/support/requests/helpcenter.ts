import { missing, type ProbeRequest, type Probes, refused } from './request';
import type { FullProject } from '../full-project';

const collection = missing('collection');
const article = missing('article');

const toCollectionPath = ({ ids }: FullProject): string => `/helpcenter/collections/${ids.collection}`;
const toArticlePath = (its: FullProject, mine = its): string =>
  `${toCollectionPath(mine)}/articles/${its.ids.article}`;

const toStagedPath = (its: FullProject): string =>
  `${toCollectionPath(its)}/articles/${its.ids.stagedArticle}`;

const entry = missing('translation_entry');
const template = missing('email_template');
const toTemplatePath = ({ ids }: FullProject): string => `/email-templates/${ids.emailTemplate}`;

/** A request of a visitor who shows the project's key alone. */
const visiting = ({ admin, apiToken }: FullProject, path: string): ProbeRequest => ({
  path,
  caller: admin.as({ token: undefined, project: undefined }),
  headers: { 'api-token': apiToken },
});

/** The help center: what the team writes, and what visitors ask for. */
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
  'helpcenter-collections.get': (its) => [{ path: toCollectionPath(its), stranger: collection }],
  'helpcenter-collections.update': (its) => [
    { path: toCollectionPath(its), body: { targetAudience: 'users' }, stranger: collection },
  ],
  'helpcenter-collections.delete': (its) => [{ path: toCollectionPath(its), stranger: collection, own: 409 }],
  'helpcenter-articles.list': (its) => [{ path: `${toCollectionPath(its)}/articles`, stranger: collection }],
  'helpcenter-articles.create': (its, mine) => [
    { path: `${toCollectionPath(its)}/articles`, body: { title: 'New' }, stranger: collection },
    {
      path: `${toCollectionPath(mine)}/articles`,
      body: { title: 'New', author: its.ids.agent },
      stranger: refused('author'),
    },
  ],
  'helpcenter-articles.get': (its, mine) => [
    { path: toArticlePath(its), stranger: collection },
    { path: toArticlePath(its, mine), stranger: article },
  ],
  'helpcenter-articles.get-by-ref': (its) => [
    { path: `/helpcenter/articles/${its.ids.article}`, stranger: article },
  ],
  'helpcenter-articles.update': (its, mine) => [
    { path: toArticlePath(its), body: { tags: ['new'] }, stranger: { status: 404 } },
    { path: toArticlePath(its, mine), body: { tags: ['new'] }, stranger: article },
    { path: toArticlePath(mine), body: { author: its.ids.agent }, stranger: refused('author') },
  ],
  'helpcenter-articles.delete': (its, mine) => [{ path: toArticlePath(its, mine), stranger: article }],
  'helpcenter-collections.list-all': () => [{ path: '/helpcenter/collections/all' }],
  'helpcenter-collections.article-stats': () => [{ path: '/helpcenter/collections/stats' }],
  'helpcenter-collections.reorder': (its) => [
    {
      path: '/helpcenter/collections/order',
      body: { collectionIds: [its.ids.collection] },
      stranger: refused('collectionIds.0'),
    },
    {
      path: '/helpcenter/collections/order',
      body: { collectionIds: [], parentId: its.ids.collection },
      stranger: collection,
    },
  ],
  'helpcenter-collections.toggle-publish': (its) => [
    { path: `${toCollectionPath(its)}/toggle-publish`, body: { unpublished: false }, stranger: collection },
  ],
  'helpcenter-articles.reorder': (its, mine) => [
    {
      path: `${toCollectionPath(its)}/articles/order`,
      body: { articleIds: [its.ids.article] },
      stranger: collection,
    },
    {
      path: `${toCollectionPath(mine)}/articles/order`,
      body: { articleIds: [its.ids.article] },
      stranger: refused('articleIds.0'),
    },
  ],
  'helpcenter-articles.move': (its, mine) => [
    {
      path: `${toArticlePath(its)}/move`,
      body: { newCollectionId: its.ids.collection },
      stranger: { status: 404 },
    },
    {
      path: `${toArticlePath(mine)}/move`,
      body: { newCollectionId: its.ids.collection },
      stranger: collection,
    },
  ],
  'helpcenter-articles.list-versions': (its, mine) => [
    { path: `${toArticlePath(its)}/versions`, stranger: collection },
    { path: `${toArticlePath(its, mine)}/versions`, stranger: article },
  ],
  'helpcenter-articles.create-version': (its, mine) => [
    { path: `${toArticlePath(its)}/versions`, stranger: collection },
    { path: `${toArticlePath(its, mine)}/versions`, stranger: article },
  ],
  'helpcenter-articles.get-version': (its, mine) => [
    { path: `${toArticlePath(its)}/versions/${its.ids.articleVersion}`, stranger: collection },
    {
      path: `${toArticlePath(mine)}/versions/${its.ids.articleVersion}`,
      stranger: missing('article_version'),
    },
  ],
  'helpcenter-articles.restore-version': (its, mine) => [
    { path: `${toArticlePath(its)}/versions/${its.ids.articleVersion}/restore`, stranger: collection },
    {
      path: `${toArticlePath(mine)}/versions/${its.ids.articleVersion}/restore`,
      stranger: missing('article_version'),
    },
  ],
  'helpcenter-articles.get-draft': (its, mine) => [
    { path: `${toArticlePath(its)}/draft`, stranger: collection },
    { path: `${toArticlePath(its, mine)}/draft`, stranger: article },
  ],
  'helpcenter-articles.save-draft': (its, mine) => [
    { path: `${toArticlePath(its)}/draft`, body: { tags: ['later'] }, stranger: collection },
    { path: `${toArticlePath(its, mine)}/draft`, body: { tags: ['later'] }, stranger: article },
  ],
  'helpcenter-articles.publish-draft': (its, mine) => [
    { path: `${toArticlePath(its)}/draft/publish?force=true`, stranger: collection },
    { path: `${toArticlePath(its, mine)}/draft/publish`, stranger: article, own: 404 },
  ],
  'helpcenter-articles.discard-draft': (its, mine) => [
    { path: `${toStagedPath(its)}/draft`, stranger: collection },
    { path: `${toArticlePath(its, mine)}/draft`, stranger: article, own: 404 },
  ],
  'helpcenter-imports.start': (its, mine) => [
    its === mine
      ? { path: '/helpcenter/import', body: { fileUrl: `${its.site}/a.zip` }, own: 400 }
      : {
          path: '/helpcenter/import',
          body: { fileUrl: its.texts.fileUrl },
          stranger: refused('fileUrl'),
        },
  ],
  'helpcenter-imports.get': (its) => [
    { path: `/helpcenter/import/${its.ids.articleImport}`, stranger: missing('import_job') },
  ],
  'helpcenter-redirects.list': () => [{ path: '/helpcenter-redirect' }],
  'helpcenter-redirects.create': (its) => [
    {
      path: '/helpcenter-redirect',
      body: { oldUrl: `/from-${its.mark}`, newUrl: `/to-${its.mark}`, matchType: 'exact' },
    },
  ],
  'helpcenter-redirects.update': (its) => [
    {
      path: `/helpcenter-redirect/${its.ids.redirect}`,
      body: { newUrl: '/elsewhere' },
      stranger: missing('redirect'),
    },
  ],
  'helpcenter-redirects.delete': (its) => [
    { path: `/helpcenter-redirect/${its.ids.redirect}`, stranger: missing('redirect') },
  ],
  'helpcenter-visitor.resolve-redirect': (its, mine) => [
    visiting(mine, `/shared/helpcenter/redirect?path=/old-${its.mark}`),
  ],
  'translations.list': () => [{ path: '/translations/entries' }],
  'translations.get': (its) => [
    { path: `/translations/entries/article:${its.ids.article}`, stranger: entry },
    { path: `/translations/entries/collection:${its.ids.collection}`, stranger: entry },
    { path: `/translations/entries/emailtemplate:${its.ids.emailTemplate}`, stranger: entry },
    { path: '/translations/entries/statictranslation:helpcenter.title' },
  ],
  'translations.put': (its) => [
    {
      path: `/translations/entries/article:${its.ids.article}`,
      body: { language: 'fr', fields: { title: 'Nouveau' } },
      stranger: entry,
    },
    {
      path: `/translations/entries/collection:${its.ids.collection}`,
      body: { language: 'fr', fields: { title: 'Nouveau' } },
      stranger: entry,
    },
    {
      path: `/translations/entries/emailtemplate:${its.ids.emailTemplate}`,
      body: { language: 'fr', fields: { subject: 'Nouveau' } },
      stranger: entry,
    },
    {
      path: '/translations/entries/statictranslation:helpcenter.title',
      body: { language: 'fr', fields: { text: 'Aide' } },
    },
  ],
  'translations.texts': (_its, mine) => [visiting(mine, '/shared/translations')],
  'email-templates.list': () => [{ path: '/email-templates' }],
  'email-templates.create': () => [{ path: '/email-templates', body: { title: 'New', subject: 'New' } }],
  'email-templates.get': (its) => [{ path: toTemplatePath(its), stranger: template }],
  'email-templates.update': (its) => [
    { path: toTemplatePath(its), body: { subject: 'New' }, stranger: template },
  ],
  'email-templates.delete': (its) => [{ path: toTemplatePath(its), stranger: template }],
};
