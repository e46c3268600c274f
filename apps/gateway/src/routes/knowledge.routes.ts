import { ContentServiceDefinition as content } from '@parley/proto/generated/parley/knowledge/v1/content_service';
import { KnowledgeServiceDefinition as knowledge } from '@parley/proto/generated/parley/knowledge/v1/knowledge_service';
import { operation } from '../rest';

/** A rich-text document of a megabyte has as many nodes as a megabyte has room for. */
const MAX_JSON_VALUES = 400_000;
/** A model may take its time. */
const ANSWER_TIMEOUT_MS = 60_000;
const LONG_TIMEOUT_MS = 120_000;

export const knowledgeOperations = [
  operation('knowledge.search', 'POST /knowledge/search', knowledge, 'searchKnowledge', {
    permission: 'KNOWLEDGE_FIND',
    timeoutMs: ANSWER_TIMEOUT_MS,
  }),
  operation('knowledge.answer', 'POST /knowledge/answer', knowledge, 'answerFromKnowledge', {
    permission: 'KNOWLEDGE_FIND',
    timeoutMs: ANSWER_TIMEOUT_MS,
  }),
  operation('knowledge.similar-tickets', 'POST /knowledge/similar-tickets', knowledge, 'findSimilarTickets', {
    permission: 'TICKET_FIND',
    timeoutMs: ANSWER_TIMEOUT_MS,
  }),
  operation('knowledge.content-tags', 'GET /knowledge/content-tags', knowledge, 'listContentTags', {
    permission: 'KNOWLEDGE_FIND',
    out: 'tags',
  }),
  operation('knowledge.status', 'GET /knowledge/status', knowledge, 'getKnowledgeStatus', {
    permission: 'KNOWLEDGE_FIND',
  }),
  operation('knowledge.reindex', 'POST /knowledge/reindex', knowledge, 'reindexKnowledge', {
    permission: 'KNOWLEDGE_UPDATE',
  }),
  operation('knowledge.list-content', 'GET /aicontent', content, 'listContent', {
    permission: 'KNOWLEDGE_FIND',
    page: { default: 50, max: 200 },
    out: { list: 'data', wholeIf: 'withCount' },
  }),
  operation('knowledge.create-content', 'POST /aicontent', content, 'createContent', {
    permission: 'KNOWLEDGE_CREATE',
    into: 'content',
    out: 'content',
    maxJsonValues: MAX_JSON_VALUES,
  }),
  operation(
    'knowledge.delete-content-batch',
    'DELETE /aicontent/batch/{batchId}',
    content,
    'deleteContentBatch',
    {
      permission: 'KNOWLEDGE_DELETE',
      timeoutMs: LONG_TIMEOUT_MS,
    },
  ),
  operation(
    'knowledge.delete-content-old-batches',
    'DELETE /aicontent/oldbatches',
    content,
    'deleteOldContentBatches',
    {
      permission: 'KNOWLEDGE_DELETE',
      bodyToo: true,
      queryToo: ['currentBatchId', 'type'],
      timeoutMs: LONG_TIMEOUT_MS,
    },
  ),
  operation('knowledge.get-content', 'GET /aicontent/{contentId}', content, 'getContent', {
    permission: 'KNOWLEDGE_FIND',
    out: 'content',
    errors: ['CONTENT_NOT_FOUND'],
  }),
  operation('knowledge.update-content', 'PUT /aicontent/{contentId}', content, 'updateContent', {
    permission: 'KNOWLEDGE_UPDATE',
    into: 'content',
    out: 'content',
    creates: 'contentId',
    maxJsonValues: MAX_JSON_VALUES,
  }),
  operation('knowledge.delete-content', 'DELETE /aicontent/{contentId}', content, 'deleteContent', {
    permission: 'KNOWLEDGE_DELETE',
    errors: ['CONTENT_NOT_FOUND'],
  }),
];
