import { FeedbackServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/feedback_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { listFeedback } from '../feedback';

export const feedbackRpc = (deps: Deps): ServiceImplementation =>
  implement(FeedbackServiceDefinition, {
    listFeedback: (request, context) => listFeedback(deps, request, context),
  });
