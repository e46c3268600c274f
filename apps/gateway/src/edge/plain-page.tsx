import type { Response } from 'express';
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { headersSetBy, securePage } from '../http';
import { showErrorsAs } from './error-page';

const NOT_FOUND = 404;
const LIMITED = 429;
const FAULT = 500;

const sayWhy = (status: number): string => {
  if (status === NOT_FOUND) return 'There is no such page.';
  if (status === LIMITED) return 'Too many requests. Please wait a moment.';
  return status < FAULT
    ? 'This page cannot be shown.'
    : 'Something went wrong. Please try again in a moment.';
};

const Page = ({ status }: { status: number }): VNode => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{`${sayWhy(status)} Parley`}</title>
      <link rel="stylesheet" href="/start.css" />
      <link rel="icon" href="data:," />
    </head>
    <body>
      <main>
        <h1>{sayWhy(status)}</h1>
        <p>
          <a href="/">All pages</a>
        </p>
      </main>
    </body>
  </html>
);

const headers = {
  ...headersSetBy(securePage({ styleSrc: ["'self'"], imgSrc: ['data:'] })),
  'Cache-Control': 'no-store',
  Vary: 'Accept',
};

/** Shows errors outside the API as a page to browsers; a part with a look of its own replaces it. */
export const showPlainErrors = (response: Response): void =>
  showErrorsAs(response, {
    headers,
    html: (status) => `<!doctype html>${render(<Page status={status} />)}`,
  });
