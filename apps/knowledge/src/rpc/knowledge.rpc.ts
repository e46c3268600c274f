import { KnowledgeServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/knowledge_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { answerFromKnowledge } from '../answers';
import type { Deps } from '../deps';
import { searchKnowledge } from '../search';
import { getKnowledgeStatus, listContentTags, reindexKnowledge } from '../status';
import { findSimilarTickets } from '../tickets';

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
