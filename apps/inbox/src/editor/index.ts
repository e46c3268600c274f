export { extensions } from './extensions';
export { fromKept, keptNodes, toKept } from './kept';
export { Toolbar } from './toolbar';
