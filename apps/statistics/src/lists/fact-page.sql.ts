import { binder, type Scope } from '../charts';
import type { Asked, Start } from './table';

/** Place of a fact among others of its kind, newest first. */
export interface FactPlace {
  at: Date;
  sourceId: string;
}

/** Which facts are asked for; those behind a place are no newer than it. */
export const buildScope = (
  { projectId, question: { filters, from, to }, hasTraits }: Asked,
  start?: Start<FactPlace>,
): Scope => ({
  projectId,
  hasTraits,
  filters,
  from,
  to: start && 'after' in start ? start.after.at : to,
});

/** The end of a statement over facts `f`: those behind a start, newest first. */
export const newestFirst = (start: Start<FactPlace>, limit: number, params: unknown[]): string => {
  const bind = binder(params);
  const order = `ORDER BY f.at DESC, f.source_id DESC LIMIT ${bind(limit)}`;
  if ('skip' in start) return `${order} OFFSET ${bind(start.skip)}`;
  return `AND (f.at, f.source_id) < (${bind(start.after.at)}, ${bind(start.after.sourceId)}) ${order}`;
};
