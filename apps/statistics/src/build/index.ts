export { askForBeginning, beginningJob, createBeginner, createBuilder } from './builder';
export { rebuild } from './rebuild';
export { reportBuilds } from './report-builds';
export { createSources, type Sources } from './sources';
export { hasTraits } from './trait-marks.store';
export { createTraitMarker, traitJob } from './trait-marks';
