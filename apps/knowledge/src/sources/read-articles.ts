import type { Condition } from '@parley/audience';
import type { PublishedArticle } from '@parley/proto/generated/parley/helpcenter/v1/knowledge_source_service';
import { isEmptyRichText, type RichText } from '@parley/rich-text';
import { inThread, estimateSize } from '@parley/threads';
import type { Deps } from '../deps';
import { type DocumentInput, type DocumentText, removeDocuments, saveDocument } from '../documents';
import { readLanguageTag, sectionsWork } from '../texts';
import type { Source } from './read-sources';
import { endSourceMark } from './source-mark.store';

/** The owner of articles' documents. */
export const HELPCENTER_OWNER = { type: 'helpcenter', id: '' } as const;

const toDocumentText = async ({
  language,
  title,
  description,
  content,
  url,
}: PublishedArticle['texts'][number]): Promise<DocumentText> => {
  const lang = readLanguageTag(language);
  const document = content as RichText | undefined;
  const isShown = document !== undefined && !isEmptyRichText(document);
  const sections = isShown ? await inThread(sectionsWork, estimateSize(document), document, 'text') : [];
  return {
    ...(lang !== undefined && { lang }),
    title,
    ...(url !== undefined && { url }),
    sections: [...(/\S/.test(description) ? [{ text: description }] : []), ...sections],
  };
};

const toDocument = async (projectId: string, article: PublishedArticle): Promise<DocumentInput> => ({
  projectId,
  organisationId: article.organisation,
  owner: HELPCENTER_OWNER,
  key: article.id,
  sourceType: 'article',
  sourceId: article.id,
  // A title without a text is found too.
  texts: (await Promise.all(article.texts.map(toDocumentText))).map((text) => ({
    ...text,
    sections: text.sections.length > 0 ? text.sections : [{ text: text.title }],
  })),
  tags: article.tags,
  audience: article.audience as Condition[],
  collectionId: article.collectionId,
});

/** Makes documents of queued articles equal to the help center's published versions, and removes the others. */
export const articleSource = (deps: Pick<Deps, 'db' | 'clock' | 'helpcenter'>): Source => ({
  kind: 'article',
  probe: (projectId) => deps.helpcenter.articles(projectId, []),
  read: async (projectId, marks) => {
    const articles = await deps.helpcenter.articles(
      projectId,
      marks.map(({ id }) => id),
    );
    for (const mark of marks)
      await deps.db.transaction(async (tx) => {
        // An article that changed in between is read again.
        if (!(await endSourceMark(tx, 'article', mark))) return;
        const article = articles.find(({ id }) => id === mark.id);
        if (article) await saveDocument(tx, await toDocument(projectId, article), deps.clock());
        else await removeDocuments(tx, projectId, HELPCENTER_OWNER, [mark.id]);
      });
  },
});
