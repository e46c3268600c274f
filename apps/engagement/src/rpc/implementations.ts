import { projectScope } from '@parley/auth';
import { implementWith } from '@parley/effects';
import { ContactChecklistsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/contact_checklists_service';
import { EngagementEditorServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagement_editor_service';
import { EngagementMailServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagement_mail_service';
import { EngagementResultsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagement_results_service';
import { EngagementsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagements_service';
import { MailTrackingServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/mail_tracking_service';
import { SurveyResponsesServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/survey_responses_service';
import { WidgetEngagementsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/widget_engagements_service';
import { PushSubscriptionsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/push_subscriptions_service';
import type { CallContext, ServiceImplementation } from '@parley/rpc';
import * as bounces from '../bounces';
import * as checklists from '../checklists';
import * as delivery from '../delivery';
import type { Deps } from '../deps';
import * as emails from '../emails';
import { cloneEngagement, getItem } from '../items';
import { precheckPage } from '../precheck';
import * as pushes from '../pushes';
import * as results from '../results';
import * as surveys from '../surveys';
import { noteUnsubscribed, trackClick, trackOpen } from '../tracking';
import * as widget from '../widget';
import { implementItems } from './item-implementations';

/** A use case that answers nothing. */
const silently =
  <Deps, Request>(run: (deps: Deps, request: Request, context: CallContext) => Promise<unknown>) =>
  async (deps: Deps, request: Request, context: CallContext): Promise<object> => {
    await run(deps, request, context);
    return {};
  };

type WithId = { engagementId: string };

const checks = {
  checkEngagement: silently((deps: Deps, { engagementId }: WithId, context) =>
    delivery.findEngagement(deps, engagementId, context),
  ),
  checkAnswerable: silently((deps: Deps, { engagementId }: WithId, context) =>
    widget.findAnswerable(deps, engagementId, context),
  ),
  checkItem: silently(({ db }: Deps, { engagementId }: WithId, { scope }) =>
    results.requireItem(db, projectScope(scope).projectId, engagementId),
  ),
  checkSurvey: silently((deps: Deps, { engagementId }: WithId, context) =>
    surveys.findSurvey(deps, engagementId, context),
  ),
  checkEngagementEmail: silently(
    (deps: Deps, { engagementEmailId }: { engagementEmailId: string }, context) =>
      getItem(deps, 'EMAIL', engagementEmailId, context),
  ),
};

const tracking = {
  trackOpen: silently(trackOpen),
  trackClick: silently(trackClick),
  noteUnsubscribed: silently(
    (deps: Deps, { deliveryId }: { deliveryId: string }, { scope: { projectId = '' } }) =>
      noteUnsubscribed(deps, { projectId, deliveryId }),
  ),
};

const editor = {
  precheckPage: (deps: emails.EmailDeps, { url }: { url: string }) => precheckPage(deps, url),
};

/** Everything that the service serves. The operations that are named record their effect. */
export const createImplementations = (
  deps: emails.EmailDeps & { pushKeys: pushes.PushKeyring },
): ServiceImplementation[] => [
  ...implementItems(deps),
  implementWith(deps, ContactChecklistsServiceDefinition, checklists),
  implementWith(deps, EngagementEditorServiceDefinition, editor),
  implementWith(
    deps,
    EngagementMailServiceDefinition,
    { ...checks, ...emails, ...bounces },
    'sendEmailPreview',
    'receiveBounce',
  ),
  implementWith(deps, EngagementResultsServiceDefinition, results),
  implementWith(
    deps,
    EngagementsServiceDefinition,
    { ...checks, ...results, cloneEngagement },
    'cloneEngagement',
  ),
  implementWith(deps, MailTrackingServiceDefinition, tracking),
  implementWith(deps, PushSubscriptionsServiceDefinition, pushes),
  implementWith(deps, SurveyResponsesServiceDefinition, surveys),
  implementWith(
    deps,
    WidgetEngagementsServiceDefinition,
    { ...checks, ...checklists, ...delivery, ...surveys, ...widget },
    'replyToEngagement',
  ),
];
