import { type Store } from '../db';
import { type CustomComponent, Prisma } from '../generated/prisma/client';

/** A stored component. `exampleData` is undefined when there is none. */
export interface CustomComponentRow extends Omit<CustomComponent, 'schema' | 'exampleData'> {
  schema: Record<string, unknown>;
  exampleData: unknown;
}

/** What a component changes to; a field that is left out stays, and null for `exampleData` means that there is none. */
export type CustomComponentChange = Partial<
  Omit<CustomComponentRow, 'projectId' | 'id' | 'createdBy' | 'createdAt'>
>;

/** What a component begins with. */
export type NewCustomComponent = CustomComponentChange &
  Pick<CustomComponentRow, 'id' | 'name' | 'schema' | 'template' | 'sanitizedTemplate' | 'createdBy'>;

/** Which components a list shows. */
export interface ComponentFilter {
  searchTerm: string;
  publishedOnly: boolean;
}

const isPrismaError = (error: unknown, code: 'P2002' | 'P2025'): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;

const rowOf = (row: CustomComponent): CustomComponentRow => ({
  ...row,
  schema: row.schema as Record<string, unknown>,
  exampleData: row.exampleData ?? undefined,
});

const example = (value: unknown): Prisma.InputJsonValue | typeof Prisma.DbNull | undefined =>
  value === null ? Prisma.DbNull : (value as Prisma.InputJsonValue | undefined);

const where = (
  projectId: string,
  { searchTerm, publishedOnly }: ComponentFilter,
): Prisma.CustomComponentWhereInput => {
  // Prisma hands the wildcards of LIKE on.
  const contains = { contains: searchTerm.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' } as const;
  return {
    projectId,
    ...(publishedOnly && { isPublished: true }),
    ...(searchTerm !== '' && {
      OR: [{ name: contains }, { description: contains }, { whenToUse: contains }],
    }),
  };
};

/** A page of the project's components, the newest first. */
export const listComponentRows = async (
  store: Store,
  projectId: string,
  filter: ComponentFilter,
  { skip, limit }: { skip: number; limit: number },
): Promise<CustomComponentRow[]> => {
  const rows = await store.prisma.customComponent.findMany({
    where: where(projectId, filter),
    orderBy: { id: 'desc' },
    skip,
    take: limit,
  });
  return rows.map(rowOf);
};

/** How many of the project's components a list without end would show. */
export const countComponents = (store: Store, projectId: string, filter: ComponentFilter): Promise<number> =>
  store.prisma.customComponent.count({ where: where(projectId, filter) });

/** The component; undefined when the project has no such component. */
export const findComponent = async (
  store: Store,
  projectId: string,
  id: string,
): Promise<CustomComponentRow | undefined> => {
  const row = await store.prisma.customComponent.findUnique({ where: { projectId_id: { projectId, id } } });
  return row ? rowOf(row) : undefined;
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
  return row && rowOf(row);
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
    return row && rowOf(row);
  } catch (error) {
    if (isPrismaError(error, 'P2002')) return 'taken';
    throw error;
  }
};

/** Deletes a component and answers what it was; undefined when the project has no such component. */
export const deleteComponentRow = async (
  store: Store,
  projectId: string,
  id: string,
): Promise<CustomComponentRow | undefined> => {
  try {
    return rowOf(await store.prisma.customComponent.delete({ where: { projectId_id: { projectId, id } } }));
  } catch (error) {
    if (isPrismaError(error, 'P2025')) return undefined;
    throw error;
  }
};
