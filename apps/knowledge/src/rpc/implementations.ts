import { AgentAnswersServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/agent_answers_service';
import { ContentServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/content_service';
import { KnowledgeServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/knowledge_service';
import { TicketComparisonServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/ticket_comparison_service';
import { YoutubeSourcesServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/youtube_sources_service';
import { implementWith } from '@parley/effects';
import type { ServiceImplementation } from '@parley/rpc';
import * as answers from '../answers';
import * as content from '../content';
import * as search from '../search';
import * as status from '../status';
import * as tickets from '../tickets';
import * as youtube from '../youtube';
import type { Deps } from '../deps';

/** All RPCs but those of the parts. The operations that are named record their effect. */
export const createImplementations = (deps: Deps): ServiceImplementation[] => [
  implementWith(deps, AgentAnswersServiceDefinition, answers, 'answerForAgent'),
  implementWith(deps, ContentServiceDefinition, content, 'createContent'),
  implementWith(
    deps,
    KnowledgeServiceDefinition,
    { ...answers, ...status, ...search, ...tickets },
    'answerFromKnowledge',
    'reindexKnowledge',
  ),
  implementWith(deps, TicketComparisonServiceDefinition, tickets),
  implementWith(deps, YoutubeSourcesServiceDefinition, youtube, 'addYoutubeSource'),
];
