import type { GetArticleDraftResponse } from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { Shape } from '../rest';

/** The draft, or null when the article has none. */
export const stagedDraft: Shape<unknown, GetArticleDraftResponse> = {
  render: ({ draft }) => draft,
  schema: {
    oneOf: [{ $ref: '#/components/schemas/parley.helpcenter.v1.ArticleDraft' }, { type: 'null' }],
  },
};
