import { systemContext } from '@parley/rpc';
import type { Member } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { MailAuthentication, ReceivedEmail } from '@parley/inbound-mail';
import type { Deps } from '../deps';
import { isNoticeMail } from '../notices';
import type { Thread } from './find-thread';

/**
 * The member of the team who answers by mail: the mail came to the address with the ticket's token, is not forged, and its `From` is the
 * address of a member. Of a member who is a contact of the ticket too, only an answer to a notice is the team's.
 */
export const findAnsweringMember = async (
  { noticeDirectory }: Pick<Deps, 'noticeDirectory'>,
  projectId: string,
  {
    email,
    authentication,
    thread,
  }: {
    email: ReceivedEmail;
    authentication: MailAuthentication | undefined;
    thread: Thread | undefined;
  },
): Promise<Member | undefined> => {
  const address = email.from?.address;
  if (!thread?.isProven || address === undefined || authentication?.isForged) return undefined;
  if (thread.contact && !email.references.some(isNoticeMail)) return undefined;
  const { member } = await noticeDirectory.findMemberByAddress(
    { projectId, email: address },
    systemContext('inbound mail', { projectId }),
  );
  return member;
};
