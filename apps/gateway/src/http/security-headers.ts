import type { Request, Response } from 'express';
import helmet from 'helmet';

/** Sets the security headers on a response. */
export const secure = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
});

/** Sources that a page may load, and targets of its forms. */
type Sources = Partial<
  Record<
    | 'scriptSrc'
    | 'styleSrc'
    | 'imgSrc'
    | 'connectSrc'
    | 'workerSrc'
    | 'formAction'
    | 'frameAncestors'
    | 'requireTrustedTypesFor'
    | 'trustedTypes',
    readonly string[]
  >
>;

/**
 * Sets the security headers on a page for people: it loads the named sources only.
 *
 * @param frameAncestors Pages that may frame it; none by default.
 */
export const securePage = ({
  formAction = ["'none'"],
  frameAncestors = ["'none'"],
  ...sources
}: Sources): typeof secure =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        ...sources,
        frameAncestors,
        baseUri: ["'none'"],
        formAction,
      },
    },
  });

/** The headers that a middleware sets on every response. */
export const headersSetBy = (middleware: typeof secure): Record<string, string> => {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: unknown) => void (headers[name] = String(value)),
    removeHeader: () => undefined,
  };
  middleware({} as Request, response as unknown as Response, () => undefined);
  return headers;
};

/**
 * The same headers as plain data: they depend on no request, and setting each of them every time costs a tenth of a small answer.
 */
export const securityHeaders: Readonly<Record<string, string>> = headersSetBy(secure);
