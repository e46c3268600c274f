import { surveyJson } from './json-shape';

/** What an answer of somebody else's server may have: many times of what honest ones do. */
const BOUNDS = { values: 200_000, names: 20_000 };

/**
 * Parses JSON that somebody else's server sent. Each value costs far more than its bytes, so that they are counted first.
 *
 * @throws SyntaxError for what is no JSON; RangeError for more than 200,000 values, 20,000 different names, or `depth`
 * levels.
 */
export const parseForeignJson = (bytes: Buffer, depth = 100): unknown => {
  const { values, names, tooDeep } = surveyJson(bytes, { ...BOUNDS, depth });
  if (tooDeep !== undefined || values > BOUNDS.values || names > BOUNDS.names)
    throw new RangeError('The answer has too many values, names or levels');
  return JSON.parse(bytes.toString('utf8')) as unknown;
};
