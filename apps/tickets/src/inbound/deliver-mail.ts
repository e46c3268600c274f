import { toVerdict } from '@parley/inbound-mail';
import type {
  DeliverMailRequest,
  DeliverMailResponse,
} from '@parley/proto/generated/parley/tickets/v1/mail_delivery_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { receiveEmail } from './receive-email';

/** Receives a mail that came to a mailbox, or to a reply address. */
export const deliverMail = (
  deps: Deps,
  { mime, mailbox, recipients, authentication }: DeliverMailRequest,
  context: CallContext,
): Promise<DeliverMailResponse> =>
  receiveEmail(deps, { mime }, context, {
    recipients,
    mailbox,
    authentication: authentication && {
      spf: toVerdict(authentication.spf),
      dkim: toVerdict(authentication.dkim),
      dmarc: toVerdict(authentication.dmarc),
      isForged: authentication.isForged,
    },
  });
