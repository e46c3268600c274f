export { createPruner, pruneJob } from './prune-job';
export { createTeller, type Teller } from './teller';
export { forgetViews } from './view.store';
export { articleRated } from './visitor.events';
