export { longestSegment, type Segment, sentenceSegments, wordSegments } from './segments';
export { trimEnd } from './trim-end';
export { guardDepth, MAX_OPEN_ELEMENTS } from './guard-depth';
