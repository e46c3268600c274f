export { cutToSize } from './cut-to-size';
export { emptyEventsOfContact, removeStream } from './forget.store';
export { getHeads } from './get-heads';
export { appendBehind, appendHeld, nextRelease, releaseJob, streamsHeldTooLong } from './held.store';
export {
  aboutContactStreams,
  aboutProjectStreams,
  concernsContacts,
  CONTACT_STREAMS_DURABLE,
  mentionedInProjectStreams,
  numberForContacts,
  numberForProjects,
  PROJECT_STREAMS_DURABLE,
} from './number-events';
export { readStream } from './read-stream';
export { authoriseConsumerChannel, authoriseSessionChannel, signInConsumer, signInSession } from './sign-in';
export {
  appendToStream,
  type NewStreamEvent,
  setBlocked,
  type StreamEventRow,
  type StreamName,
} from './stream.store';
export { trimStreams, trimStreamsJob } from './trim-streams';
