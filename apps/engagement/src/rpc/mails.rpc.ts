import { EngagementEditorServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagement_editor_service';
import { EngagementMailServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/engagement_mail_service';
import { MailTrackingServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/mail_tracking_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { receiveBounce } from '../bounces';
import { type EmailDeps, sendEmailPreview } from '../emails';
import { getItem } from '../items';
import { precheckPage } from '../precheck';
import { noteUnsubscribed, trackClick, trackOpen } from '../tracking';

const editorRpc = (deps: EmailDeps): ServiceImplementation =>
  implement(EngagementEditorServiceDefinition, {
    precheckPage: ({ url }) => precheckPage(deps, url),
  });

const mailRpc = (deps: EmailDeps): ServiceImplementation => {
  const { methods } = EngagementMailServiceDefinition;
  return implement(EngagementMailServiceDefinition, {
    checkEngagementEmail: async ({ engagementEmailId }, context) => {
      await getItem(deps, 'EMAIL', engagementEmailId, context);
      return {};
    },
    sendEmailPreview: deps.effects.once(methods.sendEmailPreview, (request, context) =>
      sendEmailPreview(deps, request, context),
    ),
    receiveBounce: deps.effects.once(methods.receiveBounce, (request, context) =>
      receiveBounce(deps, request, context),
    ),
  });
};

const trackingRpc = (deps: EmailDeps): ServiceImplementation =>
  implement(MailTrackingServiceDefinition, {
    trackOpen: async (request) => {
      await trackOpen(deps, request);
      return {};
    },
    trackClick: async (request) => {
      await trackClick(deps, request);
      return {};
    },
    noteUnsubscribed: async ({ deliveryId }, { scope: { projectId = '' } }) => {
      await noteUnsubscribed(deps, { projectId, deliveryId });
      return {};
    },
  });

/** What e-mails have beside being items. */
export const mailsRpc = (deps: EmailDeps): ServiceImplementation[] => [
  editorRpc(deps),
  mailRpc(deps),
  trackingRpc(deps),
];
