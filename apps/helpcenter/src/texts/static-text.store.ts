import type { Store } from '../db';
import type { Prisma, StaticText } from '../generated/prisma/client';
import type { LanguageChanges } from '../localised';
import type { Localised } from '@parley/localised';

/** A project's own wording of a text. */
export interface StaticTextRow extends Omit<StaticText, 'text' | 'languageChanges'> {
  text: Localised<string>;
  languageChanges: LanguageChanges;
}

const json = (value: object): Prisma.InputJsonObject => value as Prisma.InputJsonObject;

/** The project's own wordings. */
export const findTexts = async ({ prisma }: Store, projectId: string): Promise<StaticTextRow[]> => {
  const rows = await prisma.staticText.findMany({ where: { projectId } });
  return rows as unknown as StaticTextRow[];
};

/** The project's own wording of a text. */
export const findText = async (
  { prisma }: Store,
  projectId: string,
  key: string,
): Promise<StaticTextRow | undefined> => {
  const row = await prisma.staticText.findUnique({ where: { projectId_key: { projectId, key } } });
  return (row as unknown as StaticTextRow | null) ?? undefined;
};

/** Makes changes of a text of the project sequential. */
export const lockText = async ({ sql }: Store, projectId: string, key: string): Promise<void> => {
  await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text', [
    `text ${projectId} ${key}`,
  ]);
};

/** Stores a wording. */
export const putText = async ({ prisma }: Store, row: StaticTextRow): Promise<void> => {
  const { projectId, key } = row;
  const data = { ...row, text: json(row.text), languageChanges: json(row.languageChanges) };
  await prisma.staticText.upsert({
    where: { projectId_key: { projectId, key } },
    create: data,
    update: data,
    select: { key: true },
  });
};
