import type { Contact } from '@parley/client';
import { find } from './panel';
import type { Admin, Demo } from './sign-in';

/** Shows the inbox of the team, at the conversation with the contact's latest message. */
export const openTeamSide = async (
  { projectId }: Demo,
  { parley }: Admin,
  { id }: Pick<Contact, 'id'>,
): Promise<void> => {
  const { tickets } = await parley.tickets.list({
    session: [id],
    conversationClosed: false,
    sort: '-lastActivity',
    limit: 1,
  });
  const path = ['/inbox/all', ...tickets.map((ticket) => ticket.id)].join('/');
  find<HTMLIFrameElement>('#team iframe').src = `${path}?project=${projectId}`;
};
