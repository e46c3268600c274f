/** An object of values by dotted paths: `{ 'incoming.host': 'x' }` is `{ incoming: { host: 'x' } }`. Undefined ones are left out. */
export const toBody = (values: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const body: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const names = path.split('.');
    const last = names.pop() as string;
    let place = body;
    for (const name of names) place = (place[name] ??= {}) as Record<string, unknown>;
    place[last] = value;
  }
  return body;
};

/** A text as the API takes it in an update: empty clears. */
export const textOrNull = (value: string): string | null => (value.trim() === '' ? null : value.trim());

/** A text as the API takes it in a creation: empty is left out. */
export const textOrNone = (value: string): string | undefined => textOrNull(value) ?? undefined;

/** A number of a field; none when it is empty. */
export const numberOrNone = (value: string): number | undefined =>
  value.trim() === '' ? undefined : Number(value);

/** Lines, or values by comma, without empty ones. */
export const splitList = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter(Boolean);
