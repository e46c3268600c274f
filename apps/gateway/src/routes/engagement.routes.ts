import { ContactChecklistsServiceDefinition as checklists } from '@parley/proto/generated/parley/engagement/v1/contact_checklists_service';
import { EngagementResultsServiceDefinition as results } from '@parley/proto/generated/parley/engagement/v1/engagement_results_service';
import { SurveyResponsesServiceDefinition as responses } from '@parley/proto/generated/parley/engagement/v1/survey_responses_service';
import { WidgetEngagementsServiceDefinition as widget } from '@parley/proto/generated/parley/engagement/v1/widget_engagements_service';
import { operation } from '../rest';

/** A model names the themes of texts within 15 s. */
const SUMMARY_TIMEOUT_MS = 30_000;

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
    'widget.answer-survey',
    'PUT /shared/engagements/{engagementId}/answers',
    widget,
    'answerSurvey',
    { surface: 'widget', out: 'survey', exists: 'checkSurvey' },
  ),
  operation('widget.news', 'GET /shared/news', widget, 'listNewsPosts', {
    surface: 'widget',
    page: { default: 20, max: 100 },
    out: 'posts',
  }),
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
    'engagement.survey-responses',
    'GET /engagement/surveys/{surveyId}/responses',
    responses,
    'listSurveyResponses',
    { permission: 'ENGAGEMENT_FIND', page: { default: 50, max: 200 }, out: 'responses' },
  ),
  operation(
    'engagement.export-survey-responses',
    'GET /engagement/surveys/{surveyId}/responses/export',
    responses,
    'exportSurveyResponses',
    { permission: 'ENGAGEMENT_FIND', out: { stream: 'csv', filename: 'responses.csv' } },
  ),
  operation(
    'engagement.sample-survey-responses',
    'GET /engagement/surveys/{surveyId}/responses/samples',
    responses,
    'listSurveyResponseSamples',
    { permission: 'ENGAGEMENT_FIND', page: { default: 10, max: 50 }, out: 'responses' },
  ),
  operation(
    'engagement.summarize-survey-responses',
    'GET /engagement/surveys/{surveyId}/responses/summarize',
    responses,
    'summarizeSurveyResponses',
    { permission: 'ENGAGEMENT_FIND', timeoutMs: SUMMARY_TIMEOUT_MS },
  ),
  operation(
    'engagement.read-survey-responses',
    'PUT /engagement/surveys/{surveyId}/responses/read',
    responses,
    'markSurveyResponsesRead',
    { permission: 'ENGAGEMENT_UPDATE' },
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
