import { sameText } from '@parley/auth';
import { readReplyAddress } from '@parley/inbound-mail';
import type {
  FindReplyAddressesRequest,
  FindReplyAddressesResponse,
} from '@parley/proto/generated/parley/tickets/v1/mail_delivery_service';
import type { Deps } from '../deps';
import { findMailTokens } from './inbound-email.store';

/** The projects of reply addresses. The token proves that the sender got a mail of the ticket. */
export const findReplyAddresses = async (
  { db }: Pick<Deps, 'db'>,
  { addresses }: FindReplyAddressesRequest,
): Promise<FindReplyAddressesResponse> => {
  const named = addresses.flatMap((address) => {
    const reply = readReplyAddress(address);
    return reply ? [{ address, ...reply }] : [];
  });
  const tokens = await findMailTokens(db, [...new Set(named.map(({ ticketId }) => ticketId))]);
  return {
    owners: named.flatMap(({ address, ticketId, token }) => {
      const found = tokens.find(({ id, mailToken }) => id === ticketId && sameText(mailToken, token));
      const { projectId, organisationId } = found ?? {};
      return projectId !== undefined && organisationId !== undefined
        ? [{ address, projectId, organisationId }]
        : [];
    }),
  };
};
