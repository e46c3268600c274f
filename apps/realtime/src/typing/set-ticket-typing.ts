import { projectScope } from '@parley/auth';
import type {
  SetTicketTypingRequest,
  SetTicketTypingResponse,
} from '@parley/proto/generated/parley/realtime/v1/realtime_service';
import { contactSubject, projectSubject, type StreamMessage } from '@parley/realtime';
import type { CallContext } from '@parley/rpc';
import type { RpcDeps } from '../rpc-deps';
import { requireCaller, requireTicket } from '../team';

/**
 * Shows a member's typing to the team, and to the contact if the conversation is open: by name and picture only. Nothing is stored.
 * 404 `ticket_not_found`.
 */
export const setTicketTyping = async (
  deps: Pick<RpcDeps, 'tickets' | 'members' | 'broadcast'>,
  { ticketId, typing }: SetTicketTypingRequest,
  context: CallContext,
): Promise<SetTicketTypingResponse> => {
  const { projectId } = projectScope(context.scope);
  const [{ openTo }, { id, name, avatar }] = await Promise.all([
    requireTicket(deps, ticketId, context),
    deps.members.of(projectId, requireCaller(context).id, context),
  ]);
  const tell = (subject: string, data: object): void => {
    const message: StreamMessage = { kind: 'typing', data, by: `${ticketId} ${id}` };
    deps.broadcast.publish(subject, message);
  };
  tell(projectSubject(projectId), { ticketId, author: { type: 'agent', id, name }, typing });
  if (openTo !== undefined)
    tell(contactSubject(projectId, openTo), {
      conversationId: ticketId,
      author: { type: 'agent', name, avatar },
      typing,
    });
  return { success: true };
};
