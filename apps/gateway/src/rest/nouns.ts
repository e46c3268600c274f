import { isNoun, type Noun, notFoundReason } from '@parley/errors';
import type { ErrorReason } from './catalogue';
import { pathParameters } from './fields';
import type { Operation } from './operation';

/** Nouns of path parameters that are not named after them. */
const nouns: Readonly<Record<string, Noun>> = {
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
  'videoId',
  'fieldId',
  'stepId',
  'batchId',
]);

/** The noun of an operation's path parameter when it is an id of the platform: `team` of `teamId`. */
export const findNoun = (
  { id, options }: Pick<Operation, 'id' | 'options'>,
  parameter: string,
): Noun | undefined => {
  const own = options.ids?.[parameter] ?? nouns[parameter];
  if (own !== undefined || foreign.has(parameter) || !parameter.endsWith('Id')) return own;
  const noun = parameter.slice(0, -2).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (!isNoun(noun)) throw new Error(`${id}: libs/errors has no noun ${noun} for its ${parameter}`);
  return noun;
};

/** `TEAM_NOT_FOUND` for each id in an operation's path. A caller's own project is refused before: 403. */
export const notFoundReasons = (operation: Operation): ErrorReason[] =>
  pathParameters(operation.path).flatMap((name) => {
    const noun = findNoun(operation, name);
    const isOwnProject = name === 'projectId' && operation.options.project === 'path';
    return noun === undefined || isOwnProject ? [] : [notFoundReason(noun)];
  });
