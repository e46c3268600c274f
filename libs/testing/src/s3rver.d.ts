declare module 's3rver' {
  import type { RequestListener } from 'node:http';

  /** The part of it that the tests use. */
  class S3rver {
    constructor(options: {
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
  }
  export = S3rver;
}
