import type { Request, Response } from 'express';
import { type Problem, type Answer, problemAnswer } from '../rest';

/** How a part of the server shows an error to a browser. */
export interface ErrorPage {
  html: (status: number) => string;
  /** Of the page, beside those of the error. */
  headers: Readonly<Record<string, string>>;
}

const PAGE = 'errorPage';

/** Shows an error of this request as a page to clients that prefer HTML to JSON. */
export const showErrorsAs = (response: Response, page: ErrorPage): void => {
  response.locals[PAGE] = page;
};

/** Whether the client asks for a page: a browser does, other clients take anything. */
export const wantsPage = (request: Request): boolean => request.accepts(['json', 'html']) === 'html';

/** The answer to an error: a problem document, or its page for a browser. */
export const errorAnswer = (request: Request, response: Response, problem: Problem): Answer => {
  const answer = problemAnswer(problem);
  const page = response.locals[PAGE] as ErrorPage | undefined;
  if (!page || !wantsPage(request)) return answer;
  return {
    ...answer,
    type: 'text/html; charset=utf-8',
    body: page.html(answer.status),
    headers: { ...answer.headers, ...page.headers },
  };
};
