export { parseJsonInSteps } from './parse-pieces';
export { type JsonBounds, type JsonShape, surveyJson, surveyJsonInSteps } from './json-shape';
export { parseForeignJson } from './parse-foreign';

/** A JSON object with unknown members. */
export type JsonObject = Record<string, unknown>;

/** Whether a value is an object of named members: neither null nor a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Bytes of a value as JSON; 0 for undefined. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');
