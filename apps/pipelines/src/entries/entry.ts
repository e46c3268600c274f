import { type Attributes } from '../records/record';

/** A value of a field of source ENTRY. */
export type FieldValue = string | number | boolean;

/** Values of an entry by the id of the field. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** A stored entry with what is known of its record. */
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

/** Where an entry is on its board. */
export interface Place {
  laneId: string;
  rank: string;
}
