export { gatherTranscript } from './gather-transcript';
export { sendConversationTranscript, sendTranscript } from './send-transcript';
export { forgetTranscripts, moveTranscripts, toTranscriptQueue } from './transcript.store';
