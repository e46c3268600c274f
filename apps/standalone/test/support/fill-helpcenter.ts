import { type Api, ok } from './api';
import { uploadZip } from './upload-zip';

/** Things of the help center that have ids. */
export type HelpcenterId =
  | 'collection'
  | 'article'
  | 'articleVersion'
  | 'stagedArticle'
  | 'redirect'
  | 'emailTemplate'
  | 'articleImport';

/** Fills a project's help center with one of everything. */
export const fillHelpcenter = async (admin: Api, mark: string): Promise<Record<HelpcenterId, string>> => {
  const post = async (path: string, body: unknown) => ok(await admin.call('POST', path, body));
  const { id: collection } = await post('/helpcenter/collections', { title: { en: `Collection${mark}` } });
  const { id: article } = await post(`/helpcenter/collections/${collection}/articles`, {
    title: { en: `Article${mark}` },
    content: { en: `Body${mark}` },
    isDraft: false,
  });
  const articles = `/helpcenter/collections/${collection}/articles`;
  const { id: articleVersion } = await post(`${articles}/${article}/versions`, {});
  const { id: stagedArticle } = await post(articles, { title: { en: `Staged${mark}` } });
  for (const id of [article, stagedArticle])
    ok(await admin.call('PUT', `${articles}/${id}/draft`, { title: { en: `Later${mark}` } }));
  const { id: redirect } = await post('/helpcenter-redirect', {
    oldUrl: `/old-${mark}`,
    newUrl: `/new-${mark}`,
    matchType: 'exact',
  });
  const { id: emailTemplate } = await post('/email-templates', {
    title: `Mail${mark}`,
    subject: { en: `Subject${mark}` },
    htmlContent: { en: `<p>Html${mark}</p>` },
  });
  const text = { language: 'en', fields: { text: `Help${mark}` } };
  ok(await admin.call('PUT', '/translations/entries/statictranslation:helpcenter.title', text));
  const { id: articleImport } = await post('/helpcenter/import?wait=true', {
    fileUrl: await uploadZip(admin, { [`Folder${mark}/page.md`]: `# Page${mark}\n\n[gone](gone${mark}.md)` }),
  });
  return {
    collection,
    article,
    articleVersion,
    stagedArticle,
    redirect,
    emailTemplate,
    articleImport,
  };
};
