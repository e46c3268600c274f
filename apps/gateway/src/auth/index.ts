export { type Admission, type Admit, createAdmit, projectRequired } from './admission';
export { createCallers } from './callers';
export { createDirectory, type Directory, directoryContext } from './directory';
export { createSigningKeys } from './signing-keys';
export { createWidgets } from './widget';
