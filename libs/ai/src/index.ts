export type {
  Ai,
  Completion,
  Tool,
  ToolChoice,
  ToolRequest,
  CompletionRequest,
  Embeddings,
  Similarity,
} from './ai';
export { createEndpointAi, type EndpointOptions } from './endpoint/endpoint-ai';
export { createLexicalAi, LEXICAL_MODEL } from './lexical/lexical-ai';
export { rememberingStems } from './lexical/remembered-stems';
export { cutWords, firstSentences, splitSentences, wordsIn } from './sentences';
export {
  cosineOfBytes,
  differingBits,
  dot,
  fromSignedBytes,
  mostDifferingBits,
  packSignature,
  SIGNATURE_BITS,
  computeSignature,
  toSignedBytes,
} from './vectors';
