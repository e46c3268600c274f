export {
  type Channel,
  parseChannel,
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
export type { PresenceMessage, StreamMessage } from './messages';
export { createSigners, type Signers } from './signers';
export { APP_PATH, type Upgrade } from './upgrade';
