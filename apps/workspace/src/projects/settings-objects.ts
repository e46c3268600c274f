import { type FieldProblem, invalid } from '@parley/errors';
import type { Sealer } from '@parley/auth';
import { isObject, jsonBytes } from '@parley/json';
import { type Features, integrationContext } from './project';
import type { JsonObject } from './project.store';

const MAX_FEATURES = 100;
const MAX_PROVIDERS = 50;
const MAX_CREDENTIAL_BYTES = 16_384;
const NAME = /^[A-Za-z][\w-]{0,63}$/;
const NAME_RULE = 'is no name: use a letter, then letters, digits, - and _, 64 characters in all';

const refuse = (problems: FieldProblem[]): void => {
  if (problems.length > 0) throw invalid(problems);
};

/** Puts sent values over stored ones; null takes a name away. */
const merged = <T>(
  stored: Record<string, T>,
  sent: readonly (readonly [string, T | null])[],
): Record<string, T> => {
  const result = new Map(Object.entries(stored));
  for (const [name, value] of sent) {
    if (value === null) result.delete(name);
    else result.set(name, value);
  }
  return Object.fromEntries(result);
};

/** Feature switches after a change: true and false switch, null goes back to the default. 400 for other values. */
export const mergeFeatures = (stored: Features, sent: JsonObject): Features => {
  const entries = Object.entries(sent);
  refuse(
    entries.flatMap(([name, value]): FieldProblem[] => {
      const field = `features.${name}`;
      if (!NAME.test(name)) return [{ field, message: NAME_RULE }];
      return value === null || typeof value === 'boolean'
        ? []
        : [{ field, message: 'must be true or false' }];
    }),
  );
  const features = merged(stored, entries as [string, boolean | null][]);
  if (Object.keys(features).length > MAX_FEATURES) {
    throw invalid({ field: 'features', message: `takes at most ${MAX_FEATURES} switches` });
  }
  return features;
};

/** The placeholder of a configured provider in a project document; sent back, it changes nothing. */
const isMask = (value: unknown): boolean =>
  isObject(value) && Object.keys(value).length === 1 && value['configured'] === true;

const credentialProblems = (provider: string, value: unknown): FieldProblem[] => {
  const field = `integrations.${provider}`;
  if (!NAME.test(provider)) return [{ field, message: NAME_RULE }];
  if (value === null) return [];
  const isFilled =
    typeof value === 'string' ? value !== '' : isObject(value) && Object.keys(value).length > 0;
  if (!isFilled)
    return [{ field, message: 'must be the credentials: a text or an object with values, or null' }];
  return jsonBytes(value) > MAX_CREDENTIAL_BYTES
    ? [{ field, message: `takes at most ${MAX_CREDENTIAL_BYTES} bytes of JSON` }]
    : [];
};

/** Sealed credentials after a change, merged by provider; null takes a provider away. 400 naming every wrong one. */
export const mergeIntegrations = (
  sealer: Sealer,
  project: { id: string; integrations: Record<string, string> },
  sent: JsonObject,
): Record<string, string> => {
  const entries = Object.entries(sent).filter(([, value]) => !isMask(value));
  refuse(entries.flatMap(([provider, value]) => credentialProblems(provider, value)));
  const sealed = entries.map(([provider, value]): [string, string | null] => [
    provider,
    value === null ? null : sealer.seal(JSON.stringify(value), integrationContext(project.id, provider)),
  ]);
  const integrations = merged(project.integrations, sealed);
  if (Object.keys(integrations).length > MAX_PROVIDERS) {
    throw invalid({ field: 'integrations', message: `takes at most ${MAX_PROVIDERS} providers` });
  }
  return integrations;
};
