import { compileList, inOrder, type ListQuery } from '@parley/persistence';
import type { Store } from '../db';
import { type CustomComponent, Prisma } from '../generated/prisma/client';
import { findIds } from '../short-list.store';
import { componentList } from './custom-component.fields';

/** A stored component. `exampleData` is undefined when there is none. */
export interface CustomComponentRow extends Omit<CustomComponent, 'schema' | 'exampleData'> {
  schema: Record<string, unknown>;
  exampleData: unknown;
}

/** The changes of a component; omitted fields stay, and null for `exampleData` means that there is none. */
export type CustomComponentChange = Partial<
  Omit<CustomComponentRow, 'projectId' | 'id' | 'createdBy' | 'createdAt'>
>;

/** The fields of a new component. */
export type NewCustomComponent = CustomComponentChange &
  Pick<CustomComponentRow, 'id' | 'name' | 'schema' | 'template' | 'sanitizedTemplate' | 'createdBy'>;

/** Which components a list shows. */
export interface ComponentFilter {
  searchTerm: string;
  publishedOnly: boolean;
}

const isPrismaError = (error: unknown, code: 'P2002' | 'P2025'): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;

const toRow = (row: CustomComponent): CustomComponentRow => ({
  ...row,
  schema: row.schema as Record<string, unknown>,
  exampleData: row.exampleData ?? undefined,
});

const example = (value: unknown): Prisma.InputJsonValue | typeof Prisma.DbNull | undefined =>
  value === null ? Prisma.DbNull : (value as Prisma.InputJsonValue | undefined);

/** SQL from the table to the condition that a list's own parameters make; their values go to `params`. */
const listed = ({ searchTerm, publishedOnly }: ComponentFilter, params: unknown[]): string => {
  const parts = ['FROM custom_component WHERE project_id = $1'];
  if (publishedOnly) parts.push('is_published');
  if (searchTerm !== '') {
    const like = `ILIKE $${params.push(`%${searchTerm.replace(/[\\%_]/g, '\\$&')}%`)}`;
    parts.push(`(name ${like} OR description ${like} OR when_to_use ${like})`);
  }
  return parts.join(' AND ');
};

/** A page of the project's components, and how many all pages together have. */
export const listComponentRows = async (
  store: Store,
  projectId: string,
  filter: ComponentFilter,
  query: ListQuery,
): Promise<{ rows: CustomComponentRow[]; count: () => Promise<number> }> => {
  const params: unknown[] = [projectId];
  const from = listed(filter, params);
  const clauses = compileList(query, componentList, params);
  const ids = await findIds(store.sql, from, clauses, params);
  const found = await store.prisma.customComponent.findMany({ where: { projectId, id: { in: ids } } });
  const count = async (): Promise<number> => {
    const text = `SELECT count(*)::integer AS count ${from} AND ${clauses.where}`;
    const [row] = await store.sql.query<{ count: number }>(text, params);
    return row?.count ?? 0;
  };
  return { rows: inOrder(ids, found).map(toRow), count };
};

/** The component; undefined when the project has no such component. */
export const findComponent = async (
  store: Store,
  projectId: string,
  id: string,
): Promise<CustomComponentRow | undefined> => {
  const row = await store.prisma.customComponent.findUnique({ where: { projectId_id: { projectId, id } } });
  return row ? toRow(row) : undefined;
};

/** Creates a component; undefined when its name is taken. */
export const insertComponent = async (
  store: Store,
  projectId: string,
  { schema, exampleData, ...rest }: NewCustomComponent,
): Promise<CustomComponentRow | undefined> => {
  const [row] = await store.prisma.customComponent.createManyAndReturn({
    data: [
      { ...rest, projectId, schema: schema as Prisma.InputJsonObject, exampleData: example(exampleData) },
    ],
    skipDuplicates: true,
  });
  return row && toRow(row);
};

/**
 * Changes a component: `taken` when another one of the project has the name, undefined when the project has no such
 * component.
 */
export const updateComponentRow = async (
  store: Store,
  projectId: string,
  id: string,
  { schema, exampleData, ...rest }: CustomComponentChange,
): Promise<CustomComponentRow | 'taken' | undefined> => {
  try {
    const [row] = await store.prisma.customComponent.updateManyAndReturn({
      where: { projectId, id },
      data: {
        ...rest,
        schema: schema as Prisma.InputJsonObject | undefined,
        exampleData: example(exampleData),
        updatedAt: new Date(),
      },
    });
    return row && toRow(row);
  } catch (error) {
    if (isPrismaError(error, 'P2002')) return 'taken';
    throw error;
  }
};

/** Deletes a component and answers its last state; undefined when the project has no such component. */
export const deleteComponentRow = async (
  store: Store,
  projectId: string,
  id: string,
): Promise<CustomComponentRow | undefined> => {
  try {
    return toRow(await store.prisma.customComponent.delete({ where: { projectId_id: { projectId, id } } }));
  } catch (error) {
    if (isPrismaError(error, 'P2025')) return undefined;
    throw error;
  }
};
