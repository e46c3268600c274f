import { DomainError } from '@parley/errors';
import type {
  ApplyBotActionRequest,
  ApplyBotActionResponse,
} from '@parley/proto/generated/parley/tickets/v1/bot_actions_service';
import { type CallContext, type Partially, systemContext } from '@parley/rpc';
import type { Deps } from '../deps';
import type { Run } from './run';
import type { Version } from './run.store';

/** A call in the name of a run, by no request. With a key it has its effect once, however often it is made. */
export const runContext = (
  { projectId, organisationId }: Pick<Run, 'projectId' | 'organisationId'>,
  key?: string,
): CallContext => ({
  ...systemContext('s2s', { projectId, organisationId }),
  ...(key !== undefined && { idempotencyKey: key }),
});

const transient: readonly string[] = ['unavailable', 'timeout', 'limited', 'raced'];

/** Whether a service would repeat its refusal. */
export const isLasting = (error: unknown): error is DomainError =>
  error instanceof DomainError && !transient.includes(error.kind);

/** The effect of a step on its conversation. */
export type Action = Omit<Partially<ApplyBotActionRequest>, 'conversationId' | 'actor'>;

/** Does something to the conversation of a run, once for each number of it: after a crash it is asked for again. */
export const act = (
  { bots }: Pick<Deps, 'bots'>,
  run: Run,
  { name }: Pick<Version, 'name'>,
  { part, ...action }: Action & { part: string },
): Promise<ApplyBotActionResponse> =>
  bots.applyBotAction(
    {
      ...action,
      conversationId: run.conversationId ?? '',
      actor: { type: 'workflow', id: run.workflowId, name },
    },
    runContext(run, `run:${run.id}:${part}`),
  );
