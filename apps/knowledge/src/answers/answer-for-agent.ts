import type { Source } from '@parley/answers';
import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import type {
  AnswerForAgentRequest,
  AnswerForAgentResponse,
} from '@parley/proto/generated/parley/knowledge/v1/agent_answers_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { readQuestion, readText } from '../search';
import { speak } from './ask';

const MAX_QUESTION = 2_000;

const shown = ({ title, url }: Source): { title: string; url?: string } => ({
  title,
  ...(url !== undefined && { url }),
});

/** Answers a contact's message for an AI agent. The s2s service emits that it was asked, because it knows the whole message. */
export const answerForAgent = async (
  deps: Deps,
  request: AnswerForAgentRequest,
  context: OnceContext<AnswerForAgentResponse>,
): Promise<Partially<AnswerForAgentResponse>> => {
  const { projectId } = projectScope(context.scope);
  const { contactId, instructions, conversation, results } = request;
  const question = readText('question', request.question, MAX_QUESTION);
  const options = await readQuestion(
    deps,
    projectId,
    { scope: contactId === '' ? {} : { session: contactId } },
    context,
  );
  const { answer } = await speak(deps, question, options, {
    ...(instructions !== undefined && { instructions }),
    conversation: conversation.map(({ byContact, text }) => ({ by: byContact ? 'reader' : 'company', text })),
    results: results.map(({ name, text }, index) => ({ id: `tool ${index}`, title: name, text })),
  });
  const sources = answer?.sources ?? [];
  const response = {
    answer: answer?.text ?? '',
    grounded: answer !== undefined,
    sources: sources.map(shown),
  };
  await deps.db.transaction((tx) => context.record(tx, response));
  return response;
};
