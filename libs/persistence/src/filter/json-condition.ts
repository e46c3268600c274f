import type { Bind, Range } from './column-condition';
import { UNSET, isNumber, readText } from './values';

/** A place inside free JSON. */
export interface JsonPlace {
  field: string;
  json: string;
  path: readonly string[];
  bind: Bind;
}

/**
 * A JSON string is a jsonpath string too. The whole path goes to the server as one parameter, and its constants are
 * quoted here, so nothing a caller sends is read as SQL or as jsonpath.
 */
const quoted = (field: string, text: string): string => JSON.stringify(readText(field, text));

const accessor = ({ field, path }: JsonPlace): string =>
  `$${path.map((key) => `.${quoted(field, key)}`).join('')}`;

/** The readings of a query string: the text, and the number, truth value or null that it spells. */
const readings = (field: string, value: string): string[] => [
  quoted(field, value),
  ...(isNumber(value) || ['true', 'false', UNSET].includes(value) ? [value] : []),
];

/**
 * A value inside JSON equals any of the values. jsonpath opens arrays on the way, so any element matches, and a `jsonb_path_ops`
 * index serves. `null` also matches absent values.
 */
export const jsonEquals = (place: JsonPlace, values: readonly string[]): string => {
  const tests = values.flatMap((value) => readings(place.field, value)).map((reading) => `@ == ${reading}`);
  const equal = `${place.json} @? ${place.bind(`${accessor(place)} ? (${tests.join(' || ')})`)}::jsonpath`;
  if (!values.includes(UNSET)) return equal;
  return `(${equal} OR (${place.json} @? ${place.bind(accessor(place))}::jsonpath) IS NOT TRUE)`;
};

/** A number inside JSON lies on one side of a number, or a text (an ISO date, say) on one side of a text. */
export const jsonInRange = (place: JsonPlace, range: Range, value: string): string => {
  const bound = isNumber(value) ? value : quoted(place.field, value);
  return `${place.json} @? ${place.bind(`${accessor(place)} ? (@ ${range} ${bound})`)}::jsonpath`;
};
