import { projectScope } from '@parley/auth';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { questionKey } from './question-key';

/** Reads an answer from facts. */
type Read<Request, Answer> = (request: Request, context: CallContext) => Promise<Answer>;

/**
 * The same answer for all who ask the same question in a project at a time. The gateway has checked what each of them may; an answer
 * depends on nothing else of who asks.
 */
export const shareAnswer =
  <Request extends object, Answer extends object>(
    { answers }: Pick<Deps, 'answers'>,
    operation: string,
    read: Read<Request, Answer>,
  ): Read<Request, Answer> =>
  (request, context) =>
    answers.of(questionKey(operation, projectScope(context.scope).projectId, request), () =>
      // Who asked first may go away while others wait.
      read(request, { ...context, signal: new AbortController().signal }),
    );
