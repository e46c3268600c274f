import { errorTable, type Noun, notFound, nouns, type Reason, reasons } from '@parley/errors';

/** How an error looks to the caller: status and an example of its message. */
export interface CatalogueEntry {
  status: number;
  example: string;
}

/** The errors that the gateway alone has. Those of services are declared in `libs/errors`. */
const catalogue = {
  REQUEST_TIMEOUT: { status: 408, example: 'The body did not arrive in time: send at least 1 KB a second.' },
  HEADERS_TOO_LARGE: { status: 431, example: 'The headers of the request are larger than 16 KB.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, example: 'Send the body as application/json.' },
  INTERNAL_ERROR: {
    status: 500,
    example: 'Something went wrong on our side. Quote the requestId when you report it.',
  },
} as const satisfies Record<string, CatalogueEntry>;

/** Why a request is refused: `TICKET_NOT_FOUND`. The public `code` is the reason in lower case. */
export type ErrorReason = keyof typeof catalogue | Reason;

const entries: ReadonlyMap<string, CatalogueEntry> = new Map<string, CatalogueEntry>([
  ...Object.entries(catalogue),
  ...Object.entries(reasons).map(
    ([reason, { kind, message }]) => [reason, { status: errorTable[kind].http, example: message }] as const,
  ),
  ...Object.keys(nouns).map((noun) => {
    const { reason, message } = notFound(noun as Noun);
    return [reason, { status: 404, example: message }] as const;
  }),
]);

/** How the error of a reason looks. */
export const findError = (reason: ErrorReason): CatalogueEntry => {
  const entry = entries.get(reason);
  if (!entry) throw new Error(`libs/errors declares no error ${reason}`);
  return entry;
};
