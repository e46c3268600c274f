export { reportWindows } from './report-windows';
export { awayJob, createAwaySetter } from './set-away';
