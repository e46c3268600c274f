import { MailSubscriptionServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/mail_subscription_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { setMailSubscription } from '../subscription';

export const mailSubscriptionRpc = (deps: Deps): ServiceImplementation =>
  implement(MailSubscriptionServiceDefinition, {
    setMailSubscription: (request, context) => setMailSubscription(deps, request, context),
  });
