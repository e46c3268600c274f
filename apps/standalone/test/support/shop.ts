import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PlatformUnderTest } from './platform';
import { codeWith, filledIn, keepingLine } from './widget-document';

/** A customer's web site: pages of another origin than the platform, under a policy that allows nothing it need not. */
export interface Shop {
  origin: string;
  /** Sets the page at a path; its script goes into a file of its own. */
  page(path: string, content: ShopPage): void;
  stop(): Promise<void>;
}

export interface ShopPage {
  /** Attributes of the widget's tag beside `src`: `data-key="pk_…"`; a page without it has no widget. */
  tag?: string;
  /** What the page's own script does, after the stub that keeps calls. */
  script?: string;
  body?: string;
  lang?: string;
  /** The whole script file, for a service worker: it has no `window`. */
  worker?: string;
  /** Headers in place of the strict policy. */
  headers?: Record<string, string>;
}

/** Where a platform is. */
type Address = Pick<PlatformUnderTest, 'origin' | 'live'>;

/** The directives that docs/widget.md names, and nothing else but the page's own script and style. */
export const strictPolicy = ({ origin, live }: Address): string => {
  const addresses = { 'wss://support.example.com': live };
  const named = filledIn(codeWith('connect-src'), origin, addresses).replace(/\s+/g, ' ').trim();
  return [
    "default-src 'none'",
    named.replace('script-src', "script-src 'self'"),
    "style-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
};

export const startShop = async (platform: Address): Promise<Shop> => {
  const pages = new Map<string, ShopPage>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop');
    const isScript = pathname.endsWith('.js');
    const page = pages.get(isScript ? pathname.slice(0, -3) : pathname);
    if (!page) return void response.writeHead(404).end();
    const { tag, script = '', worker, body = '', lang = 'en', headers } = page;
    if (isScript)
      return void response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(worker ?? `${keepingLine()}\n${script}`);
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(headers ?? { 'content-security-policy': strictPolicy(platform) }),
    });
    response.end(`<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script src="${pathname}.js"></script>
${tag === undefined ? '' : `<script src="${platform.origin}/widget.js" ${tag} async></script>`}</head>
<body><main><h1>Shop</h1>${body}</main></body></html>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    page: (path, content) => void pages.set(path, content),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
