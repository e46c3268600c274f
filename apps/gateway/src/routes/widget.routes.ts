import { WidgetServiceDefinition as widget } from '@parley/proto/generated/parley/contacts/v1/widget_service';
import { operation } from '../rest/operation';

/** What a contact's own widget does. */
export const widgetOperations = [
  operation('widget.start-session', 'POST /shared/sessions', widget, 'startSession', {
    surface: 'widget',
    widget: 'key',
    into: 'device',
    out: 'session',
  }),
  operation('widget.identify', 'POST /shared/sessions/identify', widget, 'identifySession', {
    surface: 'widget',
    into: 'profile',
    out: 'session',
    errors: ['SESSION_RACED', 'COMPANY_RACED'],
  }),
  operation('widget.track-events', 'POST /shared/sessions/events', widget, 'trackEvents', {
    surface: 'widget',
  }),
];
