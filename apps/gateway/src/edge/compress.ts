import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request } from 'express';
import type { Answer } from '../rest';

/** Bytes of an answer that fit a packet anyway. */
const SMALL = 1_400;
/** Within a tenth of the best, at a third of its time. */
const LEVEL = 3;

/** An answer as it leaves: compressed, where its client takes that and it is worth it. */
export const compressFor = async (
  request: Pick<Request, 'acceptsEncodings'>,
  answer: Answer,
): Promise<Omit<Answer, 'body'> & { body: string | Buffer | undefined }> => {
  const { body, headers } = answer;
  if (body === undefined || body.length <= SMALL || !request.acceptsEncodings('gzip')) return answer;
  const packed = await promisify(gzip)(body, { level: LEVEL });
  return { ...answer, body: packed, headers: { ...headers, 'Content-Encoding': 'gzip' } };
};
