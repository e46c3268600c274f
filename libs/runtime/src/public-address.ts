/** Address at which a browser on the same machine reaches a listener, e.g. `http://127.0.0.1:3000`. */
export const localUrl = (host: string, port: number): string => {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};
