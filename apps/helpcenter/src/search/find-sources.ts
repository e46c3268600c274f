import type { Deps } from '../deps';
import { findAccepted } from '@parley/localised';
import { findReach, type Visit, articleTexts, getPlainTexts } from '../visitor';
import { findVisible, type Question } from './find-visible';

/** An article that was found, with all of its text. */
export interface SourceText {
  id: string;
  docId: number;
  title: string;
  url: string;
  /** Description and content, plain. */
  text: string;
}

/** The articles that a visitor finds, with their texts as the database has them now. */
export const findSourceTexts = async (
  { store, search }: Pick<Deps, 'store' | 'search'>,
  visit: Visit,
  question: Question,
): Promise<SourceText[]> => {
  const reach = await findReach(store, visit);
  const found = await findVisible({ search, store, visit, reach }, question);
  const ids = found.map(({ article }) => article.id);
  const texts = await getPlainTexts(store, reach, ids);
  return found.map(({ article }) => {
    const { title, description, url } = articleTexts(visit, article);
    const own = texts.get(article.id) ?? {};
    const code = findAccepted(Object.keys(own), visit.order.wanted);
    const content = code === undefined ? undefined : own[code];
    return {
      id: article.id,
      docId: article.docId,
      title,
      url,
      text: [description, content].filter((part) => part !== undefined && part !== '').join('\n'),
    };
  });
};
