import { WidgetServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/widget_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { identifySession, startSession, trackEvents } from '../widget';

const { methods } = WidgetServiceDefinition;

export const widgetRpc = (deps: Deps): ServiceImplementation =>
  implement(WidgetServiceDefinition, {
    startSession: deps.effects.once(methods.startSession, (request, context) =>
      startSession(deps, request, context),
    ),
    identifySession: (request, context) => identifySession(deps, request, context),
    trackEvents: deps.effects.once(methods.trackEvents, (request, context) =>
      trackEvents(deps, request, context),
    ),
  });
