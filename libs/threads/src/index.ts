export { inThread } from './in-thread';
export { sizeOf } from './size';
export { defineWork, type Work } from './work';
