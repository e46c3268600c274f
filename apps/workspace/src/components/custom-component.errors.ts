import { type DomainError, exists, notFound } from '@parley/errors';

/** 404 CUSTOM_COMPONENT_NOT_FOUND: no such component in this project. */
export const customComponentNotFound = (): DomainError => notFound('custom_component');

/** 409 COMPONENT_NAME_TAKEN: another component of the project has the name. */
export const componentNameTaken = (name: string): DomainError =>
  exists('COMPONENT_NAME_TAKEN', `Another component of this project is named ${name}. Choose another name.`);
