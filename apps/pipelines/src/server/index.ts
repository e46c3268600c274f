export { listServerPipelines } from './list-server-pipelines';
export { presentServerEntry } from './server-entry.present';
export {
  addServerEntry,
  findRecord,
  getServerEntry,
  type Place,
  putServerEntry,
  removeServerEntry,
} from './server-entries';
