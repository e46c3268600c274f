import { comparableEmail } from '@parley/addresses';
import { isObject } from '@parley/json';
import type { ContactsConfig } from '../config';
import type { ProviderClient } from './provider-client';

/** A provider's JSON object. */
export type JsonObject = { [key: string]: unknown };

/** The credentials of an integration, as the project's settings have them. */
export type Credentials = Readonly<Record<string, unknown>>;

/** The address and credentials for a provider. */
export interface ProviderAccess {
  /** Address of the API, without a slash at the end. */
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
}

/** A provider of billing or commerce. */
export interface Provider<Answer extends JsonObject> {
  /** Name of its integration in the project's settings. */
  name: string;
  /** How it is reached; undefined when the credentials are not complete or name a foreign host. */
  access(credentials: Credentials, config: ContactsConfig): ProviderAccess | undefined;
  /** The provider's data of an address; undefined when it does not know it. */
  find(client: ProviderClient, email: string, credentials: Credentials): Promise<Answer | undefined>;
}

/** A text among credentials that can be a header's value. */
export const readSecret = (credentials: Credentials, name: string): string | undefined => {
  const value = credentials[name];
  return typeof value === 'string' && /^[!-~]{1,2048}$/.test(value.trim()) ? value.trim() : undefined;
};

/** The value as an object; an empty one when it is none. */
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The objects of the list that an answer has under a name. */
export const readList = (answer: unknown, name: string): JsonObject[] => {
  const list = asObject(answer)[name];
  return Array.isArray(list) ? list.filter(isObject) : [];
};

/** Whether a provider's address is the one looked for: a provider may understand a query less strictly. */
export const isAddress = (value: unknown, email: string): boolean =>
  typeof value === 'string' && comparableEmail(value) === comparableEmail(email);
