export { buildJob } from './build-job';
export {
  beginBuild,
  type Build,
  countBuildJobs,
  endBuild,
  findProjects,
  hasAllFacts,
  hasBegun,
  holdBuild,
  isBeingBuilt,
  moveBuild,
  noteBeginning,
  readBuildLag,
  requestBuilds,
  resetBuild,
} from './build.store';
