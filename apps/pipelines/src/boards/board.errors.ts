import { conflict, DomainError, forbidden, notFound } from '@parley/errors';
import type { Lane } from './board';

/** 403 `permission_denied`: only admins list every board. */
export const onlyAdminsListAll = (): DomainError =>
  forbidden('PERMISSION_DENIED', 'Only admins list every pipeline. Leave out `all`.', {
    permission: 'PROJECT_UPDATE',
  });

/** 409 `too_many_pipelines`. */
export const tooManyPipelines = (max: number): DomainError =>
  conflict(
    'TOO_MANY_PIPELINES',
    `The project has ${max} pipelines, the most possible. Delete one that is not needed.`,
  );

/** 409 `version_conflict`. */
export const versionConflict = (updatedAt: Date): DomainError =>
  conflict(
    'VERSION_CONFLICT',
    `The pipeline was changed at ${updatedAt.toISOString()}. Read it again and repeat the change on that.`,
  );

/** 409 `lane_not_empty`. */
export const laneNotEmpty = ({ title }: Pick<Lane, 'title'>): DomainError =>
  conflict(
    'LANE_NOT_EMPTY',
    `The lane "${title}" still has entries. Move them first, or name a lane for them in moveEntriesTo.`,
  );

/** 409 `lane_not_empty`: too many to take along. */
export const tooManyToMove = ({ title }: Pick<Lane, 'title'>, max: number): DomainError =>
  conflict(
    'LANE_NOT_EMPTY',
    `The lane "${title}" and others that are removed have more than ${max} entries. Move some of them first.`,
  );

/** 409 `too_many_fields`. */
export const tooManyFields = (max: number): DomainError =>
  conflict('TOO_MANY_FIELDS', `The pipeline has ${max} fields, the most possible. Delete one first.`);

/** 409 `field_id_taken`. */
export const fieldIdTaken = (fieldId: string): DomainError =>
  conflict(
    'FIELD_ID_TAKEN',
    `Another field of this pipeline has the fieldId ${fieldId}. Choose another one.`,
  );

/** 404 for a contact or company, by the type of the board's records. */
export const recordNotFound = (recordType: string): DomainError =>
  notFound(recordType === 'contacts' ? 'session' : 'company');

/** 400 `invalid_selection`. */
export const invalidSelection = (message: string): DomainError =>
  new DomainError('invalid', 'INVALID_SELECTION', message);
