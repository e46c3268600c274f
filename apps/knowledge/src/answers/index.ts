export { answerForAgent } from './answer-for-agent';
export { answerFromKnowledge } from './answer-from-knowledge';
export type { AskOptions, KnowledgeAnswer } from './answer';
export { askCode } from './ask-code';
export { ask } from './ask';
