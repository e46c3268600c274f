export { getKnowledgeStatus, listContentTags } from './get-knowledge-status';
export { reindexKnowledge } from './reindex-knowledge';
export { reportLag } from './report-lag';
