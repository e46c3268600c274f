import { extractParts } from '@parley/answers';
import type {
  FindSourcesRequest,
  FindSourcesResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/visitor_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { findSourceTexts } from '../search';
import { openVisit } from '../visitor';

const SOURCES = 5;
/** Most characters of an extract. */
const MAX_EXTRACT = 500;

/** The articles that fit a term, each with the part of its text that fits best. */
export const findSources = async (
  deps: Pick<Deps, 'store' | 'workspace' | 'contacts' | 'publicUrl' | 'search'>,
  { searchTerm, lang, limit = SOURCES }: FindSourcesRequest,
  context: CallContext,
): Promise<Partially<FindSourcesResponse>> => {
  const visit = await openVisit(deps, { lang }, context);
  const found = await findSourceTexts(deps, visit, { query: searchTerm, limit });
  const question = { text: searchTerm, language: visit.order.wanted };
  const extracts = await extractParts(
    question,
    found.map(({ text }) => text),
    MAX_EXTRACT,
  );
  return {
    sources: found.map(({ id, title, url }, at) => ({ id, title, url, extract: extracts[at] ?? '' })),
  };
};
