import type { CustomComponent } from '@parley/proto/generated/parley/workspace/v1/custom_components_service';
import type { Partially } from '@parley/rpc';
import type { CustomComponentRow } from './custom-component.store';

/** A stored component as the public document. */
export const presentCustomComponent = (
  row: CustomComponentRow,
  organisationId: string,
): Partially<CustomComponent> => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  organisation: organisationId,
  name: row.name,
  schema: row.schema,
  template: row.template,
  sanitizedTemplate: row.sanitizedTemplate,
  description: row.description ?? undefined,
  whenToUse: row.whenToUse ?? undefined,
  exampleData: row.exampleData,
  isPublished: row.isPublished,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
