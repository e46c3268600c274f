import { knowledgeSet, type LabelledQuestion } from '@parley/testing/knowledge-set';
import type { TestProject } from './knowledge';

/** What was found for a question: the place of the right document, 0 for none. */
export interface Judged extends LabelledQuestion {
  rank: number;
}

/** Pushes the labelled documents and asks the labelled questions. */
export const judge = async (its: TestProject): Promise<Judged[]> => {
  await Promise.all(
    knowledgeSet.documents.map(({ id, lang, title, text }) =>
      its.push({ contentId: id, lang, title, content: text as never }),
    ),
  );
  await its.settled();
  const judged: Judged[] = [];
  for (const question of knowledgeSet.questions) {
    const found = await its.found(question.text, { limit: 5 });
    judged.push({ ...question, rank: found.indexOf(question.id) + 1 });
  }
  return judged;
};

export const recall = (judged: readonly Judged[], most = 5): number =>
  judged.filter(({ rank }) => rank > 0 && rank <= most).length / judged.length;

export const missed = (judged: readonly Judged[]): string[] =>
  judged.filter(({ rank }) => rank === 0).map(({ text }) => text);

/** What has to be found without a model. */
export const expectLexicalQuality = (judged: readonly Judged[]): void => {
  const shared = judged.filter(({ kind }) => kind === 'words');
  expect({ recall: recall(shared) >= 0.95, missed: missed(shared) }).toMatchObject({ recall: true });
  expect(recall(shared, 1)).toBeGreaterThanOrEqual(0.8);
  expect(recall(judged.filter(({ kind }) => kind !== 'foreign'))).toBeGreaterThanOrEqual(0.7);
};
