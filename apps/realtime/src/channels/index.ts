export { authoriseChannel } from './authorise-channel';
export { passOn } from './client-events';
export { signIn } from './sign-in';
export { leaveAll, subscribe, unsubscribe } from './subscribe';
