import { type FieldProblem, invalid } from '@parley/errors';
import type { CollectionInput } from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import { readFilter } from '../audience';
import { changeLocalised } from '@parley/localised';
import { readTexts, type TextsChange } from '../localised';
import type { CollectionPatch, CollectionRow } from './collection.store';

/** A request's change of a collection, parsed. */
export interface CollectionChange {
  texts: TextsChange;
  patch: Pick<
    CollectionPatch,
    'iconUrl' | 'externalId' | 'targetAudience' | 'baseAudienceFilter' | 'extendedAudienceFilter'
  >;
  nulls: readonly string[];
}

/**
 * Reads a request's change of a collection.
 *
 * @throws DomainError `invalid` naming every wrong field.
 */
export const readCollection = (
  sent: CollectionInput,
  nulls: readonly string[],
  defaultLanguage: string,
): CollectionChange => {
  const { iconUrl, externalId, targetAudience, baseAudienceFilter, extendedAudienceFilter } = sent;
  const problems: FieldProblem[] = [];
  const read = (field: string, filter: readonly unknown[]) => readFilter(field, filter, problems);
  const texts = readTexts(sent, defaultLanguage, problems);
  const patch: CollectionChange['patch'] = {
    ...(iconUrl !== undefined && { iconUrl }),
    ...(nulls.includes('iconUrl') && { iconUrl: null }),
    ...(externalId !== undefined && { externalId }),
    ...(nulls.includes('externalId') && { externalId: null }),
    ...(targetAudience !== undefined && { targetAudience }),
    ...(nulls.includes('targetAudience') && { targetAudience: 'all' }),
    ...(baseAudienceFilter && { baseAudienceFilter: read('baseAudienceFilter', baseAudienceFilter) }),
    ...(nulls.includes('baseAudienceFilter') && { baseAudienceFilter: [] }),
    ...(extendedAudienceFilter && {
      extendedAudienceFilter: read('extendedAudienceFilter', extendedAudienceFilter),
    }),
    ...(nulls.includes('extendedAudienceFilter') && { extendedAudienceFilter: [] }),
  };
  if (problems.length > 0) throw invalid(problems);
  return { texts, patch, nulls };
};

/** The request's changes of a collection's own fields. */
export const changedFields = (
  before: Pick<CollectionRow, 'title' | 'description'>,
  { texts, patch, nulls }: CollectionChange,
): CollectionChange['patch'] & Pick<CollectionRow, 'title' | 'description'> => ({
  ...patch,
  title: changeLocalised('title', before.title, texts.title, nulls),
  description: changeLocalised('description', before.description, texts.description, nulls),
});
