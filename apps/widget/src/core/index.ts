export { alone, claim } from './alone';
export { announce, announceMessage } from './announce';
export { isPassing, Refused } from './api';
export { type App, createApp, type Page, type Tag } from './app';
export { type FormField, readAppearance } from './appearance';
export { readableOn, readColour } from './colour';
export { createCommands } from './commands';
export type { Attachment, Conversation, Message, PendingInput, PendingStep } from './documents';
export { watchDue } from './due';
export { createEmitter } from './emitter';
export type { Item, NewsPost, Question, SurveyState } from './item';
export { findDirection, watchLanguage } from './language';
export { newId } from './new-id';
export { pause, persist } from './retry';
export { countUnread, lookedAt, type Outgoing, type State, type View } from './state';
export { type Answer, answerStep, putStep, readStep } from './steps';
export { createSay, type Say, type Texts } from './texts';
export {
  markRead,
  putAnswer,
  putConversation,
  putMessage,
  readEarlier,
  readThread,
  removeMessage,
} from './threads';
export type { ToolCall } from './tools';
export { noteTalk, readConversations, watchUnread } from './unread';
