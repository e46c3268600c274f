import { type Permission } from '@parley/auth';
import { type Schema } from './hostile';

/** An operation as the running platform documents it, which is made of the table of rows. */
export interface SurfaceOperation {
  id: string;
  method: string;
  /** Below the version prefix: `/tickets/{ticketId}`. */
  path: string;
  permission: Permission | undefined;
  /** Whether it takes the project from the header: what the dashboard does. */
  inProject: boolean;
  /** Names of its query parameters. */
  query: string[];
  /** Fields of its JSON body by name; none where it takes no JSON. */
  body: Record<string, Schema>;
}

interface Documented {
  operationId: string;
  'x-permission'?: Permission;
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, Schema> } }> };
}

/** Every operation that the platform at `origin` serves. */
export const readSurface = async (origin: string): Promise<SurfaceOperation[]> => {
  const response = await fetch(`${origin}/api-docs.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Documented>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, ...documented }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      permission: documented['x-permission'],
      inProject: parameters.some(
        ({ name, in: where, required }) => name === 'project' && where === 'header' && required,
      ),
      query: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
      body: requestBody?.content['application/json']?.schema.properties ?? {},
    })),
  );
};

/** Whether a path with values in it is one of an operation. */
export const isPathOf = ({ path }: Pick<SurfaceOperation, 'path'>, filled: string): boolean =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`).test(filled);
