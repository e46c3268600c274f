import type { Attributes } from '../records';

/** A value of a field of source ENTRY. */
export type FieldValue = string | number | boolean;

/** Values of an entry by the id of the field. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** A stored entry with the copy of its record. */
export interface EntryRow {
  projectId: string;
  id: string;
  pipelineId: string;
  recordType: string;
  recordId: string;
  laneId: string;
  rank: string;
  laneEnteredAt: Date;
  fieldValues: FieldValues;
  dueDate: Date | null;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  /** Attributes of the record. */
  attributes: Attributes;
}

type Times = 'laneEnteredAt' | 'dueDate' | 'createdAt' | 'updatedAt';

/** An entry in a list, its times as ISO texts: many are shown and none is reckoned with. */
export type ListedEntry = Omit<EntryRow, Times> & {
  laneEnteredAt: string;
  dueDate: string | null;
  createdAt: string;
  updatedAt: string;
};

/** Where an entry is on its board. */
export interface Place {
  laneId: string;
  rank: string;
}

/** An entry's place in its lane. */
export interface Ranked {
  id: string;
  rank: string;
}
