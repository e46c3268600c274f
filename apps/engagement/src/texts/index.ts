export { pickDocument, pickText, type ReadingLanguages, readingLanguages } from './languages';
export { fillDocument, fillLine, hasVariables } from './variables';
