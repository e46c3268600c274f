import { WidgetServiceDefinition as widget } from '@parley/proto/generated/parley/contacts/v1/widget_service';
import { UploadsServiceDefinition as uploads } from '@parley/proto/generated/parley/gateway/v1/uploads_service';
import { operation } from '../rest';
import { MAX_CONTACT_FILE_BYTES } from '../limits';

/** Operations of a contact's own widget. */
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
    errors: ['CONTACT_BLOCKED'],
  }),
  operation('widget.upload', 'POST /shared/uploads', uploads, 'uploadContactFile', {
    surface: 'widget',
    form: 'file',
    maxBodyBytes: MAX_CONTACT_FILE_BYTES,
    budgets: ['contactUploads'],
    errors: ['CONTACT_BLOCKED'],
  }),
];
