export {
  type Channel,
  channelOf,
  contactSubject,
  endSubject,
  projectSubject,
  sessionChannel,
} from './channels';
export {
  isChannelSignature,
  isUserSignature,
  realtimeSecret,
  type Signer,
  signChannel,
  signUser,
} from './signatures';
export { type StreamMessage } from './messages';
