import { KnowledgeServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/knowledge_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { answerFromKnowledge } from '../answers/answer-from-knowledge';
import { type Deps } from '../deps';
import { searchKnowledge } from '../search/search-knowledge';
import { getKnowledgeStatus, listContentTags } from '../status/get-knowledge-status';
import { reindexKnowledge } from '../status/reindex-knowledge';
import { findSimilarTickets } from '../tickets/find-similar-tickets';

const { methods } = KnowledgeServiceDefinition;

export const knowledgeRpc = (deps: Deps): ServiceImplementation =>
  implement(KnowledgeServiceDefinition, {
    searchKnowledge: (request, context) => searchKnowledge(deps, request, context),
    answerFromKnowledge: deps.effects.once(methods.answerFromKnowledge, (request, context) =>
      answerFromKnowledge(deps, request, context),
    ),
    findSimilarTickets: (request, context) => findSimilarTickets(deps, request, context),
    listContentTags: (request, context) => listContentTags(deps, request, context),
    getKnowledgeStatus: (request, context) => getKnowledgeStatus(deps, request, context),
    reindexKnowledge: deps.effects.once(methods.reindexKnowledge, (request, context) =>
      reindexKnowledge(deps, request, context),
    ),
  });
