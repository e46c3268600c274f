import type {
  GetVisibleArticleResponse,
  GetVisibleCollectionResponse,
  ListVisibleCollectionsResponse,
  RateArticleResponse,
  SearchArticlesResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/visitor_service';
import type { JsonSchema } from '@parley/proto';
import type { Shape } from '../rest';

interface Envelope {
  data?: object | undefined;
  project?: object | undefined;
  domainRedirect?: string | undefined;
}

const message = (name: string): JsonSchema => ({ $ref: `#/components/schemas/parley.helpcenter.v1.${name}` });

const envelopeSchema = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['data', 'project', 'domainRedirect'],
  properties: {
    data,
    project: message('VisitorProject'),
    domainRedirect: {
      type: ['string', 'null'],
      description: 'Root of the custom domain when the request came to another host, else null.',
    },
  },
});

const inEnvelope = ({ data, project, domainRedirect }: Envelope) => ({
  data,
  project,
  domainRedirect: domainRedirect ?? null,
});

const envelope = <Response extends Envelope>(data: string): Shape<unknown, Response> => ({
  render: inEnvelope,
  schema: envelopeSchema(message(data)),
});

export const visibleCollections = envelope<ListVisibleCollectionsResponse>('VisibleCollections');
export const visibleCollection = envelope<GetVisibleCollectionResponse>('VisibleCollectionPage');

export const foundArticles = envelope<SearchArticlesResponse>('SearchedArticles');

const VOTE: JsonSchema = {
  type: ['string', 'null'],
  enum: ['up', 'down', null],
  description: 'The visitor’s own vote; null without one.',
};

/** `vote` is null without a vote. */
export const visibleArticle: Shape<unknown, GetVisibleArticleResponse> = {
  render: ({ data, ...rest }) =>
    inEnvelope({
      ...rest,
      data: data && {
        ...data,
        article: data.article && { ...data.article, vote: data.article.vote ?? null },
      },
    }),
  schema: envelopeSchema({
    type: 'object',
    required: ['language', 'article'],
    properties: {
      language: { type: 'string', description: 'Wanted language.' },
      article: message('VisibleArticle'),
    },
  }),
};

/** `vote` is null once it was taken back. */
export const articleRating: Shape<unknown, RateArticleResponse> = {
  render: ({ vote, upvotes, downvotes }) => ({ vote: vote ?? null, upvotes, downvotes }),
  schema: {
    type: 'object',
    required: ['vote', 'upvotes', 'downvotes'],
    properties: {
      vote: VOTE,
      upvotes: { type: 'integer', description: 'How often the article was found helpful.' },
      downvotes: { type: 'integer', description: 'How often it was not.' },
    },
  },
};
