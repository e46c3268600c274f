import { EngagementsServiceDefinition as engagements } from '@parley/proto/generated/parley/engagement/v1/engagements_service';
import { operation } from '../rest';

/** What can be done with an item of any kind. */
export const engagementsOperations = [
  operation('engagement.clone', 'POST /engagements/{engagementId}/clone', engagements, 'cloneEngagement', {
    permission: 'ENGAGEMENT_CREATE',
    exists: 'checkItem',
    out: 'item',
  }),
  operation(
    'engagement.activities',
    'GET /engagements/{engagementId}/activities',
    engagements,
    'listEngagementActivities',
    {
      permission: 'ENGAGEMENT_FIND',
      page: { default: 50, max: 200 },
      out: 'activities',
    },
  ),
  operation(
    'engagement.count-activities',
    'GET /engagements/{engagementId}/activities/count',
    engagements,
    'countEngagementActivities',
    { permission: 'ENGAGEMENT_FIND' },
  ),
  operation(
    'engagement.sample-audience',
    'POST /engagements/{engagementId}/fixed-audience-samples',
    engagements,
    'sampleFixedAudience',
    { permission: 'ENGAGEMENT_FIND', exists: 'checkItem' },
  ),
];
