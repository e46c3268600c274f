import { type FieldProblem, invalid, tooLarge } from '@parley/errors';
import { jsonBytes } from '@parley/json';
import type { ArticleInput } from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import { normalizeRichText, type RichText, toPlainText } from '@parley/rich-text';
import { readFilter } from '../audience';
import { type Localised, type LocalisedChange, mapLocalised, readLocalised } from '@parley/localised';
import { changeLocalised } from '@parley/localised';
import { readTexts, type TextsChange } from '../localised';
import type { ArticlePatch, ArticleRow } from './article.store';

/** Most tags. */
export const MAX_TAGS = 50;
/** Longest tag, in characters. */
export const MAX_TAG = 64;
/** Most bytes of JSON that the content has in all languages together. */
export const MAX_CONTENT_BYTES = 2_048_000;

/** A request's change of an article, parsed. */
export interface ArticleChange {
  texts: TextsChange;
  content: LocalisedChange<RichText> | undefined;
  patch: Pick<
    ArticlePatch,
    'author' | 'isDraft' | 'tags' | 'upvotes' | 'externalId' | 'targetAudience' | 'extendedAudienceFilter'
  >;
  nulls: readonly string[];
}

const readTags = (sent: readonly unknown[], problems: FieldProblem[]): string[] => {
  if (sent.length > MAX_TAGS) {
    problems.push({ field: 'tags', message: `takes at most ${MAX_TAGS} tags` });
    return [];
  }
  sent.forEach((tag, index) => {
    if (typeof tag !== 'string' || tag === '' || tag.length > MAX_TAG)
      problems.push({ field: `tags.${index}`, message: `must be a text of 1 to ${MAX_TAG} characters` });
  });
  return [...new Set(sent as string[])];
};

/** What each field is without a value. */
const empty = {
  author: null,
  isDraft: true,
  tags: [],
  upvotes: 0,
  externalId: null,
  targetAudience: 'all',
  extendedAudienceFilter: [],
} satisfies Required<ArticleChange['patch']>;

/** Fields of an article that nothing is said of. */
export const emptyFields: Readonly<typeof empty> = empty;

const readPatch = (sent: ArticleInput, problems: FieldProblem[]): ArticleChange['patch'] => {
  const { author, isDraft, tags, upvotes, externalId, targetAudience, extendedAudienceFilter } = sent;
  return {
    ...(author !== undefined && { author }),
    ...(isDraft !== undefined && { isDraft }),
    ...(tags && { tags: readTags(tags, problems) }),
    ...(upvotes !== undefined && { upvotes }),
    ...(externalId !== undefined && { externalId }),
    ...(targetAudience !== undefined && { targetAudience }),
    ...(extendedAudienceFilter && {
      extendedAudienceFilter: readFilter('extendedAudienceFilter', extendedAudienceFilter, problems),
    }),
  };
};

/**
 * Reads a request's change of an article.
 *
 * @throws DomainError `invalid` naming every wrong field; `tooLarge` for a content over 204,800 bytes of JSON.
 */
export const readArticle = (
  sent: ArticleInput,
  nulls: readonly string[],
  defaultLanguage: string,
): ArticleChange => {
  const problems: FieldProblem[] = [];
  const texts = readTexts(sent, defaultLanguage, problems);
  const patch = readPatch(sent, problems);
  const content =
    sent.content === undefined || sent.content === null
      ? undefined
      : readLocalised(
          'content',
          sent.content,
          defaultLanguage,
          (value, field) => normalizeRichText(value, field),
          problems,
        );
  if (problems.length > 0) throw invalid(problems);
  const cleared = Object.entries(empty).filter(([field]) => nulls.includes(field));
  return { texts, content, patch: { ...patch, ...Object.fromEntries(cleared) }, nulls };
};

/** Checks all languages together. */
const requireSize = (content: Localised<RichText>): void => {
  const bytes = jsonBytes(content);
  if (bytes > MAX_CONTENT_BYTES)
    throw tooLarge(`content would have ${bytes} bytes of JSON, at most ${MAX_CONTENT_BYTES} are possible.`);
};

/** The request's changes of an article's own fields. */
export const changedFields = (
  before: Pick<ArticleRow, 'title' | 'description' | 'content'>,
  { texts, content: change, patch, nulls }: ArticleChange,
): ArticleChange['patch'] & Pick<ArticleRow, 'title' | 'description' | 'content' | 'plainContent'> => {
  const content = changeLocalised('content', before.content, change, nulls);
  requireSize(content);
  return {
    ...patch,
    title: changeLocalised('title', before.title, texts.title, nulls),
    description: changeLocalised('description', before.description, texts.description, nulls),
    content,
    plainContent: mapLocalised(content, toPlainText),
  };
};
