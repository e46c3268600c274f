/** A part of a hand-made mail: its headers and its content. Every character is a byte. */
export interface Part {
  headers: Record<string, string>;
  body: string;
}

const HEAD = {
  From: 'Grace <grace@client.example>',
  Date: 'Tue, 24 Nov 2026 10:00:00 +0100',
  'Message-ID': '<1@client.example>',
  Subject: 'Re: Printer',
};

const crlf = (text: string): string => text.replaceAll(/\r?\n/g, '\r\n');

const write = ({ headers, body }: Part): string =>
  `${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')}\n${body}`;

/** Text in UTF-8 as such bytes. */
export const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

/** A mail of one part. */
export const single = (headers: Record<string, string>, body: string): Buffer =>
  Buffer.from(crlf(write({ headers: { ...HEAD, ...headers }, body })), 'latin1');

let boundaries = 0;

/** A part of parts. */
export const multipart = (type: string, ...parts: Part[]): Part => {
  const boundary = `b${(boundaries += 1)}`;
  return {
    headers: { 'Content-Type': `multipart/${type}; boundary=${boundary}` },
    body: `${parts.map((part) => `--${boundary}\n${write(part)}\n`).join('')}--${boundary}--\n`,
  };
};

/** A mail of parts. */
export const mailOf = (part: Part, headers: Record<string, string> = {}): Buffer =>
  single({ ...headers, ...part.headers }, part.body);

export const text = (body: string, headers: Record<string, string> = {}): Part => ({
  headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
  body: utf8(body),
});
export const html = (body: string, headers: Record<string, string> = {}): Part => ({
  headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers },
  body: utf8(body),
});

/** A picture of one pixel. */
export const png = (headers: Record<string, string> = {}): Part => ({
  headers: { 'Content-Type': 'image/png', 'Content-Transfer-Encoding': 'base64', ...headers },
  body: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
});
