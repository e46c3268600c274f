export { findProbe, makeProbe, PROBE_HEADER } from './probe';
export { awaitProbe, insertProbe, noteProbe } from './probe.store';
