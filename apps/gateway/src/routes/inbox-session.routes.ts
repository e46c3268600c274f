import { InboxSessionServiceDefinition as inboxSession } from '@parley/proto/generated/parley/gateway/v1/inbox_session_service';
import { operation } from '../rest';
import { signedIn } from './inbox-session.shapes';

/** The session of the inbox, in a cookie. */
export const inboxSessionOperations = [
  operation('inbox.sign-in', 'POST /inbox/session', inboxSession, 'signIn', {
    surface: 'public',
    session: 'begins',
    budgets: ['login', 'loginAccount'],
    errors: ['INVALID_CREDENTIALS'],
    out: signedIn,
  }),
  operation('inbox.sign-out', 'DELETE /inbox/session', inboxSession, 'signOut', {
    surface: 'public',
    session: 'ends',
  }),
];
