import { WidgetEngagementsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/widget_engagements_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { checkChecklistStep, markChecklistStep } from '../checklists';
import { findEngagement, reportEngagement } from '../delivery';
import type { Deps } from '../deps';
import { listDueEngagements, findAnswerable, replyToEngagement } from '../widget';

const { methods } = WidgetEngagementsServiceDefinition;

export const widgetEngagementsRpc = (deps: Deps): ServiceImplementation =>
  implement(WidgetEngagementsServiceDefinition, {
    listDueEngagements: (request, context) => listDueEngagements(deps, request, context),
    reportEngagement: (request, context) => reportEngagement(deps, request, context),
    replyToEngagement: deps.effects.once(methods.replyToEngagement, (request, context) =>
      replyToEngagement(deps, request, context),
    ),
    checkEngagement: async ({ engagementId }, context) => {
      await findEngagement(deps, engagementId, context);
      return {};
    },
    checkAnswerable: async ({ engagementId }, context) => {
      await findAnswerable(deps, engagementId, context);
      return {};
    },
    checkChecklistStep: (request, context) => checkChecklistStep(deps, request, context),
    markChecklistStep: (request, context) => markChecklistStep(deps, request, context),
  });
