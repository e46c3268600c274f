import { ContactChecklistsServiceDefinition as checklists } from '@parley/proto/generated/parley/engagement/v1/contact_checklists_service';
import { EngagementResultsServiceDefinition as results } from '@parley/proto/generated/parley/engagement/v1/engagement_results_service';
import { WidgetEngagementsServiceDefinition as widget } from '@parley/proto/generated/parley/engagement/v1/widget_engagements_service';
import { operation } from '../rest';

/** Items in widgets, contacts' progress with checklists, and results of items. */
export const engagementOperations = [
  operation('widget.engagements', 'GET /shared/engagements', widget, 'listDueEngagements', {
    surface: 'widget',
    out: { text: 'text', of: 'engagements', ask: 'asText' },
  }),
  operation(
    'widget.report-engagement',
    'POST /shared/engagements/{engagementId}/events',
    widget,
    'reportEngagement',
    { surface: 'widget', exists: 'checkEngagement' },
  ),
  operation(
    'widget.reply-engagement',
    'POST /shared/engagements/{engagementId}/reply',
    widget,
    'replyToEngagement',
    {
      surface: 'widget',
      exists: 'checkAnswerable',
      errors: ['CONTACT_BLOCKED', 'CONVERSATION_CLOSED'],
    },
  ),
  operation(
    'widget.answer-checklist',
    'PUT /shared/checklists/{checklistId}/steps/{stepId}',
    widget,
    'markChecklistStep',
    {
      surface: 'widget',
      out: 'checklist',
      exists: 'checkChecklistStep',
      errors: ['CHECKLIST_STEP_NOT_FOUND', 'STEP_NOT_MARKABLE'],
    },
  ),
  operation(
    'sessions.checklists',
    'GET /sessions/{sessionId}/checklists',
    checklists,
    'listContactChecklists',
    {
      permission: 'SESSION_FIND',
      page: { default: 3, max: 10 },
      out: 'checklists',
    },
  ),
  operation(
    'sessions.reset-checklist',
    'POST /sessions/{sessionId}/checklists/{checklistId}/reset',
    checklists,
    'resetContactChecklist',
    {
      permission: 'SESSION_UPDATE',
      out: 'checklist',
      exists: 'checkContactChecklist',
    },
  ),
  operation(
    'engagement.statistics',
    'GET /engagements/{engagementId}/statistics',
    results,
    'getEngagementStatistics',
    { permission: 'ENGAGEMENT_FIND' },
  ),
  operation(
    'engagement.recipients',
    'GET /engagements/{engagementId}/recipients',
    results,
    'listEngagementRecipients',
    {
      permission: 'ENGAGEMENT_FIND',
      page: { default: 50, max: 200 },
    },
  ),
];
