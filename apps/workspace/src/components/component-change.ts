import { type FieldProblem, invalid } from '@parley/errors';
import { jsonBytes } from '@parley/json';
import type { UpdateCustomComponentRequest } from '@parley/proto/generated/parley/workspace/v1/custom_components_service';
import { sanitizeTemplate } from './sanitize-template';
import type { CustomComponentChange } from './custom-component.store';

/** Largest schema and largest example, as JSON. */
const MAX_JSON_BYTES = 65_536;

/** What every component has. */
const kept = ['name', 'schema', 'template'];

const checkJson = (field: string, value: unknown): void => {
  if (value !== undefined && jsonBytes(value) > MAX_JSON_BYTES)
    throw invalid({ field, message: `must have at most ${MAX_JSON_BYTES} bytes of JSON` });
};

/** The sent parts of a component. 400 naming problems, `unsafe_template` among them. */
export const readComponent = (
  sent: Partial<Omit<UpdateCustomComponentRequest, 'customComponentId' | 'nulls'>>,
): CustomComponentChange => {
  const { name, schema, template, description, whenToUse, exampleData, isPublished } = sent;
  checkJson('schema', schema);
  checkJson('exampleData', exampleData);
  return {
    ...(name !== undefined && { name }),
    ...(schema !== undefined && { schema }),
    ...(template !== undefined && { template, sanitizedTemplate: sanitizeTemplate(template) }),
    ...(description !== undefined && { description }),
    ...(whenToUse !== undefined && { whenToUse }),
    ...(exampleData !== undefined && { exampleData }),
    ...(isPublished !== undefined && { isPublished }),
  };
};

/** A request's changes of a component: null clears, and omitted fields stay. */
export const componentChange = (request: UpdateCustomComponentRequest): CustomComponentChange => {
  const { nulls } = request;
  const problems = kept
    .filter((field) => nulls.includes(field))
    .map((field): FieldProblem => ({ field, message: 'cannot be cleared' }));
  if (problems.length > 0) throw invalid(problems);
  return {
    ...readComponent(request),
    ...(nulls.includes('description') && { description: null }),
    ...(nulls.includes('whenToUse') && { whenToUse: null }),
    ...(nulls.includes('exampleData') && { exampleData: null }),
    ...(nulls.includes('isPublished') && { isPublished: false }),
  };
};
