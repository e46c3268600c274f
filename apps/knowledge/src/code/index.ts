export { discardJob, readingJob } from './archive-jobs';
export { findExcerpts } from './code.store';
export type { CodeDeps } from './deps';
export { createArchiveReader, createDiscarder } from './index-repository';
export { noAnswerIn } from './no-answer';
export { proseAboutCode } from './prose-about-code';
export {
  answerRepositories,
  answerRepository,
  connectRepository,
  disconnectRepository,
  updateRepository,
} from './repositories';
export { hasReadyRepository } from './repository.store';
