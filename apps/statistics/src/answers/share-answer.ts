import { projectScope } from '@parley/auth';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { questionKey } from './question-key';

/** Reads an answer from facts. */
type Read<ReadDeps, Request, Answer> = (
  deps: ReadDeps,
  request: Request,
  context: CallContext,
) => Promise<Answer>;

/**
 * The same answer for all who ask the same question in a project at a time. The gateway has checked what each of them may; an answer
 * depends on nothing else of who asks.
 */
export const shareAnswer =
  <ReadDeps, Request extends object, Answer extends object>(
    operation: string,
    read: Read<ReadDeps, Request, Answer>,
  ): Read<ReadDeps & Pick<Deps, 'answers'>, Request, Answer> =>
  (deps, request, context) =>
    deps.answers.of(questionKey(operation, projectScope(context.scope).projectId, request), () =>
      // Who asked first may go away while others wait.
      read(deps, request, { ...context, signal: new AbortController().signal }),
    );
