import type { ErrorReason } from './catalogue';
import { pathParameters } from './fields';
import type { Operation } from './operation';

/** Nouns of path parameters that are not named after them. */
const nouns: Readonly<Record<string, string>> = {
  helpcenterCollectionId: 'collection',
  helpcenterArticleId: 'article',
  versionId: 'article_version',
  deliveryId: 'webhook_delivery',
  cobrowseProductTourId: 'cobrowse',
  jobId: 'import_job',
};

/** Ids that others choose, of any form. */
const foreign = new Set([
  'userId',
  'companyId',
  'entryId',
  'consumerId',
  'contentId',
  'fieldId',
  'stepId',
  'batchId',
]);

/** The noun of an operation's path parameter when it is an id of the platform, in lower snake case: `team` of `teamId`. */
export const findNoun = ({ options }: Pick<Operation, 'options'>, parameter: string): string | undefined => {
  const own = options.ids?.[parameter] ?? nouns[parameter];
  if (own !== undefined || foreign.has(parameter) || !parameter.endsWith('Id')) return own;
  return parameter.slice(0, -2).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
};

/** `TEAM_NOT_FOUND` for each id in an operation's path. A caller's own project is refused before: 403. */
export const notFoundReasons = (operation: Operation): ErrorReason[] =>
  pathParameters(operation.path).flatMap((name) => {
    const noun = findNoun(operation, name);
    const isOwnProject = name === 'projectId' && operation.options.project === 'path';
    return noun === undefined || isOwnProject ? [] : [`${noun.toUpperCase()}_NOT_FOUND` as ErrorReason];
  });
