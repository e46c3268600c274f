import { ViewsServiceDefinition as views } from '@parley/proto/generated/parley/workspace/v1/views_service';
import { operation } from '../rest';

/** Saved views of the list of tickets. */
export const viewOperations = [
  operation('views.list', 'GET /views', views, 'listViews', {
    permission: 'TICKET_FIND',
    page: { default: 1000, max: 1000 },
    out: 'views',
  }),
  operation('views.create', 'POST /views', views, 'createView', { permission: 'TICKET_FIND', out: 'view' }),
  operation('views.update', 'PUT /views/{viewId}', views, 'updateView', {
    permission: 'TICKET_FIND',
    out: 'view',
    exists: 'checkView',
  }),
  operation('views.delete', 'DELETE /views/{viewId}', views, 'deleteView', {
    permission: 'TICKET_FIND',
    out: 'view',
  }),
];
