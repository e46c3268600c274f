import { Parley } from '@parley/client';
import type { Api } from './api';

/** The platform's own client as a caller of the API. Every answer is checked against the document, as those of the caller. */
export const openClient = (api: Api): Parley =>
  new Parley({
    url: 'http://parley.invalid',
    retries: 0,
    fetch: async (address, { method = 'GET', body, headers } = {}) => {
      const path = String(address).slice('http://parley.invalid/v3'.length);
      const sent = typeof body === 'string' ? (JSON.parse(body) as unknown) : body;
      const answer = await api.call(method, path, sent, headers as Record<string, string>);
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
      return new Response(answer.status === 204 ? null : text, {
        status: answer.status,
        headers: answer.headers,
      });
    },
  });
