import type { FieldRow } from './field';

/** What entries of a board are. */
export type RecordType = 'contacts' | 'companies';

/** A lane; lanes stand in their order. */
export interface Lane {
  id: string;
  title: string;
  color: string | null;
  archived: boolean;
}

/** A stored board with its lanes and fields, both in order. */
export interface Board {
  projectId: string;
  id: string;
  organisationId: string;
  name: string;
  recordType: RecordType;
  visibility: string;
  users: string[];
  teams: string[];
  /** Free JSON; undefined when unset. */
  columns: unknown;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  lanes: Lane[];
  fields: FieldRow[];
}

/** A lane of the board that takes entries in. */
export const openLane = ({ lanes }: Pick<Board, 'lanes'>, id: string): Lane | undefined =>
  lanes.find((lane) => lane.id === id && !lane.archived);

/** The lane that takes an entry for which none is named. */
export const firstLane = ({ lanes }: Pick<Board, 'lanes'>): Lane => {
  const lane = lanes.find(({ archived }) => !archived);
  if (!lane) throw new Error('A board has no lane that takes entries in');
  return lane;
};

/** The time of a change: later than the one before, so that it distinguishes two states of a board. */
export const nextTime = (now: Date, { updatedAt }: Pick<Board, 'updatedAt'>): Date =>
  new Date(Math.max(now.getTime(), updatedAt.getTime() + 1));
