import { DomainError } from '@parley/errors';
import sanitizeHtml from 'sanitize-html';
import { allowed } from './template-policy';
import { templateProblem } from './template-problem';

const unsafeTemplate = (problem: string): DomainError =>
  new DomainError('invalid', 'UNSAFE_TEMPLATE', `The template ${problem}. Take it out.`, {
    fields: [{ field: 'template', message: problem }],
  });

/** What may be shown of a template. 400 UNSAFE_TEMPLATE when it has markup that is never harmless. */
export const sanitizeTemplate = (template: string): string => {
  const problem = templateProblem(template);
  if (problem !== undefined) throw unsafeTemplate(problem);
  const sanitized = sanitizeHtml(template, allowed);
  // Markup that changes its meaning when it is read again is an attack, whatever it looks like.
  if (sanitizeHtml(sanitized, allowed) !== sanitized || templateProblem(sanitized) !== undefined)
    throw unsafeTemplate('means something else when it is read twice');
  return sanitized;
};
