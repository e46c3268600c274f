import { comparableEmail } from '@parley/addresses';
import { invalid } from '@parley/errors';
import type { CallContext } from '@parley/rpc';
import type {
  LeaveEmailRequest,
  LeaveEmailResponse,
} from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import type { Deps } from '../deps';
import { changeConversation } from './change-conversation';

/**
 * Keeps an address that a guest left in its conversation. It is no field of the contact: nothing proves that it is the guest's
 * own, so that mails from there stay another's. 400 when the contact has an address.
 */
export const leaveEmail = async (
  deps: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  request: LeaveEmailRequest,
  context: CallContext,
): Promise<LeaveEmailResponse> => ({
  conversation: await changeConversation(deps, request, context, ({ extra, sessionEmail }) => {
    if (sessionEmail !== null)
      throw invalid({ field: 'email', message: 'is known of this contact; identify changes it' });
    const channel = (extra['channel'] ?? {}) as { metaData?: object | null };
    const metaData = { ...channel.metaData, email: comparableEmail(request.email) };
    return { extra: { channel: { ...channel, metaData } } };
  }),
});
