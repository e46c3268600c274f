import { surveyJson } from './json-shape';

/** Bounds for answers of other people's servers: many times the size of honest ones. */
const BOUNDS = { values: 200_000, names: 20_000 };

/**
 * Parses JSON of other people's servers. Each value costs far more than its bytes, so values are counted first.
 *
 * @throws SyntaxError for text that is no JSON; RangeError for more than 200,000 values, 20,000 different names, or `depth`
 * levels.
 */
export const parseForeignJson = (bytes: Buffer, depth = 100): unknown => {
  const { values, names, tooDeep } = surveyJson(bytes, { ...BOUNDS, depth });
  if (tooDeep !== undefined || values > BOUNDS.values || names > BOUNDS.names)
    throw new RangeError('The answer has too many values, names or levels');
  return JSON.parse(bytes.toString('utf8')) as unknown;
};
