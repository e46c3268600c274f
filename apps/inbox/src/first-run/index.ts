export { FirstRun, isFirstRun, startFirstRun } from './first-run';
