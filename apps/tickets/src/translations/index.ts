export { translateMessage } from './translate-message';
export { translateReply } from './translate-reply';
