export { callerId } from './caller-id';
export { isAllowedOrigin } from './allowed-domain';
export { type MailLink, readClick, signClick } from './click-token';
export {
  type Action,
  type Permission,
  type Resource,
  type Role,
  actions,
  isRole,
  resources,
  roleAllows,
  rolePermissions,
  roles,
} from './permissions';
export {
  type Actor,
  type Client,
  type ProjectScope,
  type Scope,
  demand,
  may,
  projectScope,
  requireUser,
} from './scope';
export { type Sealer, createSealer, UnknownSealingKey } from './sealing';
export { sameText } from './same-text';
export { type MailRecipient, readUnsubscribe, signUnsubscribe } from './unsubscribe-token';
