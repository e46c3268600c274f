export { inThread } from './in-thread';
export { estimateSize } from './size';
export { defineWork, type Work } from './work';
