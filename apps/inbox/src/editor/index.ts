export { extensions } from './extensions';
export { fromKept, keptNodes, toKept } from './kept';
export { blocks, inline } from './node-types';
export { Toolbar } from './toolbar';
