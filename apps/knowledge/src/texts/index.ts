export { readLanguageTag } from './language-tag';
export { contentWork, documentWork, passagesWork, sectionsWork } from './texts.work';
