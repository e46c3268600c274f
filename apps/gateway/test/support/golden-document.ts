import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { OpenApi, Response } from './openapi';

const root = resolve(__dirname, '../../../..');
const folder = resolve(__dirname, '../../openapi');

/** The status that a shared response is sent with: the one of its examples. */
const readStatus = ({ content = {} }: Response): number => {
  const [{ examples = {} } = {}] = Object.values(content);
  const [{ value } = {}] = Object.values(examples) as { value?: { status: number } }[];
  return value?.status ?? 200;
};

/** Operations from which on a group is two parts: those that read, and those that write. */
const LARGE = 40;

/**
 * The document in parts that a review can read: each group, or half a large one, package of schemas, status of shared responses, and
 * the rest.
 */
const splitDocument = ({ paths, components, ...rest }: OpenApi): Map<string, unknown> => {
  const { schemas, parameters, responses, ...others } = components;
  const parts = new Map<string, object>([
    ['base', { ...rest, components: others }],
    ['shared/parameters', parameters],
  ]);
  const put = (part: string, key: string, value: unknown): void =>
    void parts.set(part, { ...parts.get(part), [key]: value });
  const groups = Map.groupBy(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    ),
    ({ operation }) => operation.tags[0] ?? 'base',
  );
  for (const [group, operations] of groups)
    for (const { path, method, operation } of operations) {
      const half = method === 'get' ? 'reads' : 'writes';
      const part = operations.length < LARGE ? group : `${group}/${half}`;
      put(part, `${method.toUpperCase()} ${path}`, operation);
    }
  for (const [name, schema] of Object.entries(schemas))
    put(`schemas/${/^parley\.(\w+)\./.exec(name)?.[1] ?? 'shared'}`, name, schema);
  for (const [name, response] of Object.entries(responses))
    put(`shared/responses/${readStatus(response)}`, name, response);
  return parts;
};

const toPath = (part: string): string => join(folder, `${part}.json`);

/** The committed parts by their names. */
export const readGolden = (): Map<string, unknown> => {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return new Map(
    files
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
  );
};

/** Writes the parts of a document, as the project's formatter shapes them. */
const writeGolden = (parts: ReadonlyMap<string, unknown>): void => {
  rmSync(folder, { recursive: true, force: true });
  for (const [part, value] of parts) {
    mkdirSync(dirname(toPath(part)), { recursive: true });
    writeFileSync(toPath(part), JSON.stringify(value));
  }
  execFileSync(process.execPath, [
    join(root, 'node_modules/prettier/bin/prettier.cjs'),
    ...['--write', '--log-level', 'warn', relative(process.cwd(), folder)],
  ]);
};

/** The parts of the document, after they were written where `UPDATE_OPENAPI=1` asks for it. */
export const goldenParts = (document: OpenApi): Map<string, unknown> => {
  const parts = splitDocument(JSON.parse(JSON.stringify(document)) as OpenApi);
  if (process.env['UPDATE_OPENAPI'] === '1') writeGolden(parts);
  return parts;
};

/** Lines of the longest committed part. */
export const longestPart = (): { part: string; lines: number } =>
  [...readGolden().keys()]
    .map((part) => ({ part, lines: readFileSync(toPath(part), 'utf8').split('\n').length }))
    .reduce((longest, next) => (next.lines > longest.lines ? next : longest), { part: '', lines: 0 });
