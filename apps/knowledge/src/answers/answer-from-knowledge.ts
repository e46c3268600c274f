import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import type {
  AnswerFromKnowledgeRequest,
  AnswerFromKnowledgeResponse,
} from '@parley/proto/generated/parley/knowledge/v1/knowledge_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { readQuestion, readText } from '../search';
import { ask } from './ask';
import { questionAsked } from './question.events';

const MAX_QUESTION = 2_000;

/** Answers a question and emits that it was asked. */
export const answerFromKnowledge = async (
  deps: Deps,
  request: AnswerFromKnowledgeRequest,
  context: OnceContext<AnswerFromKnowledgeResponse>,
): Promise<Partially<AnswerFromKnowledgeResponse>> => {
  const { projectId } = projectScope(context.scope);
  const question = readText('question', request.question, MAX_QUESTION);
  const answer = await ask(deps, question, await readQuestion(deps, projectId, request, context));
  await deps.db.transaction(async (tx) => {
    await deps.events.append(tx, [questionAsked(projectId, 'dashboard', answer, context)]);
    await context.record(tx, answer);
  });
  deps.events.wake();
  return answer;
};
