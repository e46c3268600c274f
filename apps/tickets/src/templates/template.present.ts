import type { MessageTemplate } from '@parley/proto/generated/parley/tickets/v1/message_templates_service';
import type { TemplateRow } from './template';

/** A template's document, the same wherever it is answered. */
export const presentTemplate = (row: TemplateRow): MessageTemplate => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  organisation: row.organisationId,
  title: row.title,
  content: row.content,
  isPublic: row.isPublic,
  users: row.userIds,
  teams: row.teamIds,
  tags: row.tags,
  ticketTypes: row.ticketTypes,
  attachments: row.attachments,
  actions: row.actions.map(({ type, data }) => ({ type, ...(data !== undefined && { data }) })),
  lexorank: row.lexorank,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
