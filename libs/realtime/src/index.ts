export {
  type Channel,
  channelOf,
  contactSubject,
  endSubject,
  presenceSubject,
  projectSubject,
  sessionChannel,
  takeoverSubject,
} from './channels';
export {
  isChannelSignature,
  isUserSignature,
  realtimeSecret,
  type Signer,
  signChannel,
  signUser,
} from './signatures';
export { type PresenceMessage, type StreamMessage } from './messages';
