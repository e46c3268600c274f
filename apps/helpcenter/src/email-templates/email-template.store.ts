import { compileList, inOrder, type ListFields, type ListQuery } from '@parley/persistence';
import type { Store } from '../db';
import type { EmailTemplate, Prisma } from '../generated/prisma/client';
import type { LanguageChanges } from '../localised';
import type { Localised } from '@parley/localised';

/** A stored e-mail template. */
export interface EmailTemplateRow extends Omit<EmailTemplate, 'subject' | 'htmlContent' | 'languageChanges'> {
  subject: Localised<string>;
  htmlContent: Localised<string>;
  languageChanges: LanguageChanges;
}

/** The filters and sort keys of the list of e-mail templates. */
const templateList: ListFields = {
  fields: {
    id: { column: 'id', type: 'id' },
    lastEditedBy: { column: 'last_edited_by', type: 'id' },
    title: { column: 'title', type: 'text' },
    createdAt: { column: 'created_at', type: 'date' },
    updatedAt: { column: 'updated_at', type: 'date' },
  },
  // Ids are in the order of creation.
  sortable: { createdAt: 'id' },
  order: 'createdAt',
  page: { default: 100, max: 100 },
};

const toRow = (stored: EmailTemplate): EmailTemplateRow => stored as unknown as EmailTemplateRow;

const json = (value: object): Prisma.InputJsonObject => value as Prisma.InputJsonObject;

const toStored = (row: EmailTemplateRow) => ({
  ...row,
  subject: json(row.subject),
  htmlContent: json(row.htmlContent),
  languageChanges: json(row.languageChanges),
});

/** The project's e-mail templates that a list asks for. */
export const listTemplateRows = async (
  { prisma, sql }: Store,
  projectId: string,
  query: ListQuery,
): Promise<EmailTemplateRow[]> => {
  const params: unknown[] = [projectId];
  const { where, orderBy, skip, limit } = compileList(query, templateList, params);
  const found = await sql.query<{ id: string }>(
    `SELECT id FROM email_template WHERE project_id = $1 AND ${where}
      ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`,
    params,
  );
  const ids = found.map(({ id }) => id);
  const rows = await prisma.emailTemplate.findMany({ where: { projectId, id: { in: ids } } });
  return inOrder(ids, rows).map(toRow);
};

/** An e-mail template of the project. */
export const findTemplate = async (
  { prisma }: Store,
  projectId: string,
  id: string,
): Promise<EmailTemplateRow | undefined> => {
  const row = await prisma.emailTemplate.findUnique({ where: { projectId_id: { projectId, id } } });
  return row ? toRow(row) : undefined;
};

/** Like `findTemplate`; locks it until the transaction ends. */
export const lockTemplate = async (
  tx: Store,
  projectId: string,
  id: string,
): Promise<EmailTemplateRow | undefined> => {
  await tx.sql.query('SELECT id FROM email_template WHERE project_id = $1 AND id = $2 FOR UPDATE', [
    projectId,
    id,
  ]);
  return findTemplate(tx, projectId, id);
};

/** Stores a new e-mail template. */
export const insertTemplate = async ({ prisma }: Store, row: EmailTemplateRow): Promise<void> => {
  await prisma.emailTemplate.create({ data: toStored(row), select: { id: true } });
};

/** Changes an e-mail template that exists. */
export const updateTemplateRow = async ({ prisma }: Store, row: EmailTemplateRow): Promise<void> => {
  const { projectId, id } = row;
  const where = { projectId_id: { projectId, id } };
  await prisma.emailTemplate.update({ where, data: toStored(row), select: { id: true } });
};

/** Deletes an e-mail template that exists. */
export const deleteTemplateRow = async (
  { prisma }: Store,
  { projectId, id }: Pick<EmailTemplateRow, 'projectId' | 'id'>,
): Promise<void> => {
  await prisma.emailTemplate.delete({ where: { projectId_id: { projectId, id } }, select: { id: true } });
};
