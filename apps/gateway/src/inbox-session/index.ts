export { createInboxSession, type InboxSession } from './inbox-session';
export { inboxSessionRpc } from './inbox-session.rpc';
