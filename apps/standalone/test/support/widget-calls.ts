import type { Request } from 'playwright-core';

/** A request of the widget to the platform, alone or in a batch. */
export interface WidgetCall {
  method: string;
  path: string;
  body: unknown;
}

/** The widget's requests that a request of its page carries; none for other requests. */
export const listCalls = (request: Request): WidgetCall[] => {
  const { pathname, search } = new URL(request.url());
  if (!pathname.startsWith('/v3/') || request.method() === 'OPTIONS') return [];
  if (pathname !== '/v3/shared/batch')
    return [{ method: request.method(), path: pathname.slice(3) + search, body: undefined }];
  return (JSON.parse(request.postData() ?? '{}') as { calls: WidgetCall[] }).calls;
};

/** Finds whether a request carries one to a path. */
export const carries =
  (path: string | RegExp, method?: string) =>
  (request: Request): boolean =>
    listCalls(request).some(
      (call) =>
        (method === undefined || call.method === method) &&
        (typeof path === 'string' ? call.path === path : path.test(call.path)),
    );
