import type { Operation } from './document';

/** The required parameters of the query, with their examples. */
export const buildQuery = ({ parameters }: Operation): string =>
  parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(example === undefined ? '' : String(example))}`)
    .join('&');

const buildHeaders = ({ security, parameters, body }: Operation): string[] => {
  const names = security.flatMap((scheme) => Object.keys(scheme));
  const hasProject = parameters.some(
    ({ name, in: place, required }) => place === 'header' && name === 'project' && required,
  );
  return [
    ...(names.includes('bearer') ? ['authorization: Bearer $TOKEN'] : []),
    ...(hasProject ? ['project: $PROJECT'] : []),
    ...(names.includes('widgetKey') ? ['api-token: $KEY'] : []),
    ...(names.includes('widgetSession') && !security.some((scheme) => Object.keys(scheme).length === 1)
      ? ['svc-id: $SESSION', 'svc-hash: $SIGNATURE']
      : []),
    ...(body?.type === 'application/json' ? ['content-type: application/json'] : []),
  ];
};

/** A value in a shell's single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The operation as a line for a shell. */
export const buildCurl = (operation: Operation): string => {
  const { method, path, body } = operation;
  const query = buildQuery(operation);
  const address = `$PARLEY${path.replaceAll(/\{(\w+)\}/g, '$$$1')}${query === '' ? '' : `?${query}`}`;
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "${address}"`,
    ...buildHeaders(operation).map((header) => `-H "${header}"`),
  ];
  if (body?.type === 'application/json') parts.push(`-d ${quoted(JSON.stringify(body.example ?? {}))}`);
  else if (body?.type === 'multipart/form-data')
    parts.push(`-F ${Object.keys(body.schema.properties ?? {})[0] ?? 'file'}=@file`);
  else if (body) parts.push(`-H "content-type: ${body.type}" --data-binary @file`);
  return parts.join(' \\\n  ');
};
