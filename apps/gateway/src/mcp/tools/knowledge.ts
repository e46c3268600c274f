import type { Article, Collection, Parley } from '@parley/client';
import { flag, integer, optional, text, texts } from '../fields';
import { readMarkdown } from '@parley/rich-text';
import { cut, quoteBlock, quoteField, quoteInline } from '../quote';
import { badArgument, defineTool } from '../tool';

const lang = optional(text('Language tag such as en.', 35));

export const searchKnowledge = defineTool('search_knowledge', {
  title: 'Search knowledge',
  description:
    'Searches what the team knows by meaning: articles of the help center, internal entries, websites, code. Answers the passages that fit best, at most 10.',
  effect: 'reads',
  fields: {
    query: text('What to search for.', 2_000),
    limit: optional(integer('5 by default.', 1, 10)),
    lang,
  },
  run: async ({ query, limit = 5, ...language }, { parley }) => {
    const { results } = await parley.knowledge.search({ query, limit, internally: true, ...language });
    return {
      text: `Results: ${results.length}.\n\n${results
        .map(
          ({ sourceType, sourceId, title, url, content }) =>
            `${sourceType} ${sourceId} ${quoteInline(title)}${url === undefined ? '' : ` ${url}`}, quoted:\n${quoteBlock(cut(content, 1_500))}`,
        )
        .join('\n\n')}`,
      data: {
        results: results.map(({ sourceType, sourceId, title, url, score, content }) => ({
          type: sourceType,
          id: sourceId,
          title: quoteField(title, 500),
          ...(url !== undefined && { url }),
          score,
          passage: quoteField(content, 4_000),
        })),
      },
    };
  },
});

export const askKnowledge = defineTool('ask_knowledge', {
  title: 'Ask knowledge a question',
  description:
    'Answers a question from what the team knows, with its sources; says so when nothing was found. With `forContacts: true` only from what contacts may read, for use in a reply.',
  effect: 'reads',
  fields: {
    question: text('The question.', 2_000),
    forContacts: optional(flag('true leaves out internal sources.')),
    lang,
  },
  run: async ({ question, forContacts = false, ...language }, { parley }) => {
    const { answer, grounded, sources } = await parley.knowledge.answer({
      question,
      internally: !forContacts,
      ...language,
    });
    const list = sources.map(
      ({ title, url, sourceType, sourceId }, index) =>
        `[${index + 1}] ${sourceType} ${sourceId} ${quoteInline(title)}${url === undefined ? '' : ` ${url}`}`,
    );
    return {
      text: `${grounded ? 'Answer from these sources' : 'Nothing was found'}, quoted:\n${quoteBlock(cut(answer, 4_000))}\n${list.join('\n')}`,
      data: {
        grounded,
        answer: quoteField(answer, 8_000),
        sources: sources.map(({ sourceType, sourceId, title, url, extract }) => ({
          type: sourceType,
          id: sourceId,
          title: quoteField(title, 500),
          ...(url !== undefined && { url }),
          extract: quoteField(extract, 500),
        })),
      },
    };
  },
});

/** The entry of a language, else the English one, else the first one. */
const inLanguage = (texts: Readonly<Record<string, string>> = {}, tag?: string): string =>
  (tag === undefined ? undefined : texts[tag]) ?? texts['en'] ?? Object.values(texts)[0] ?? '';

/** An article as a text and for programs. */
export const showArticle = (article: Article, tag?: string): { text: string; data: object } => {
  const { id, docId, title, isDraft, tags, updatedAt, contentMarkdown, helpcenterCollection } = article;
  const content = inLanguage(contentMarkdown, tag);
  return {
    text: `Article ${docId} ${quoteInline(inLanguage(title, tag))}, ${isDraft ? 'a draft' : 'published'}, changed ${updatedAt}, quoted:\n${quoteBlock(cut(content, 20_000))}`,
    data: {
      id,
      docId,
      collection: helpcenterCollection,
      title: quoteField(inLanguage(title, tag), 500),
      languages: Object.keys(title ?? {}),
      isDraft,
      tags,
      updatedAt,
      content: quoteField(content, 40_000),
    },
  };
};

/** An article by its id or running number. 404 `article_not_found`. */
export const findArticle = (parley: Parley, ref: string | number): Promise<Article> =>
  parley.helpcenterArticles.getByRef(ref, { format: 'markdown' });

export const readArticle = defineTool('read_article', {
  title: 'Read an article',
  description:
    'Reads an article of the help center in Markdown, drafts too, by its number or by its id in results of search_knowledge.',
  effect: 'reads',
  fields: { article: text('Number or id of the article.', 64), lang },
  run: async ({ article: ref, lang: tag }, { parley }) => showArticle(await findArticle(parley, ref), tag),
});

const nameCollection = ({ title, id }: Collection): string => inLanguage(title) || id;

/** A collection by its id or its title in some language; without a name the only one. 400 naming the collections. */
const findCollection = async (parley: Parley, wanted: string | undefined): Promise<Collection> => {
  const collections = await parley.helpcenterCollections.listAll();
  const name = wanted?.toLowerCase();
  const found = collections.filter(
    ({ id, title = {} }) =>
      name === undefined || id === name || Object.values(title).some((one) => one.toLowerCase() === name),
  );
  if (found.length === 1 && found[0]) return found[0];
  const choices = collections.slice(0, 30).map((one) => `${nameCollection(one)} (${one.id})`);
  throw badArgument(
    'collection',
    choices.length === 0
      ? 'cannot be found: the help center has none'
      : `must be one of ${choices.join(', ')}`,
  );
};

export const proposeArticle = defineTool('propose_article', {
  title: 'Propose an article',
  description:
    'Writes a new article for the help center as a draft, which a person of the team reads and publishes. A wrong collection is answered with those there are.',
  effect: 'adds',
  fields: {
    title: text('Title.', 500),
    content: text('The text, in Markdown.', 50_000),
    collection: optional(text('Id or title of the collection; the only one by default.', 500)),
    tags: optional(texts('Tags.', 20)),
  },
  run: async ({ title, content, collection, tags }, { parley }) => {
    const { id } = await findCollection(parley, collection);
    const article = await parley.helpcenterArticles.create(id, {
      title,
      content: await readMarkdown(content),
      isDraft: true,
      ...(tags && { tags }),
    });
    return {
      text: `Draft ${article.docId} is in the help center; a person publishes it.`,
      data: { id: article.id, docId: article.docId, collection: id, isDraft: true },
    };
  },
});
