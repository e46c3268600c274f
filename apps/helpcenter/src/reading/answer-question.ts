import { contentQuery, type Source } from '@parley/answers';
import type {
  AnswerQuestionRequest,
  AnswerQuestionResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/visitor_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { findSourceTexts } from '../search';
import { wordings } from '../texts';
import { listedLanguage, openVisit } from '../visitor';

/** Articles that an answer is looked for in. */
const MAX_ARTICLES = 10;

/** Answers a question from the articles that the visitor may see, and from nothing else. */
export const answerQuestion = async (
  deps: Pick<Deps, 'store' | 'workspace' | 'contacts' | 'publicUrl' | 'search' | 'tell' | 'answers'>,
  { question, lang }: AnswerQuestionRequest,
  context: CallContext,
): Promise<Partially<AnswerQuestionResponse>> => {
  const visit = await openVisit(deps, { lang }, context);
  const language = listedLanguage(visit, visit.order.wanted);
  const query = contentQuery(question, language);
  const found = await findSourceTexts(deps, visit, { query, limit: MAX_ARTICLES });
  const sources = found.map(({ id, title, text }): Source => ({ id, title, text }));
  const answer = await deps.answers.answer({ text: question, language }, sources, context.signal);
  const cited = (answer?.sources ?? []).flatMap((source) => found.find(({ id }) => id === source.id) ?? []);
  deps.tell.questionAsked(
    visit,
    { question, answered: answer !== undefined, sourceIds: cited.map(({ id }) => id) },
    context,
  );
  const noAnswer = async (): Promise<string> => {
    const { wanted, fallback } = visit.order;
    const { texts } = await wordings(deps.store, visit.scope.projectId, wanted, fallback);
    return texts['helpcenter.answer.none'];
  };
  return {
    answer: answer?.text ?? (await noAnswer()),
    answered: answer !== undefined,
    language,
    sources: cited.map(({ id, docId, title, url }) => ({ id, docId, title, url })),
  };
};
