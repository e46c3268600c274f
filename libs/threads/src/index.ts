export { inThread } from './in-thread';
export { defineWork, type Work } from './work';
