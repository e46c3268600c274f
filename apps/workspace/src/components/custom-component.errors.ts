import { type DomainError, exists } from '@parley/errors';

/** 409 COMPONENT_NAME_TAKEN: another component of the project has the name. */
export const componentNameTaken = (name: string): DomainError =>
  exists('COMPONENT_NAME_TAKEN', `Another component of this project is named ${name}. Choose another name.`);
