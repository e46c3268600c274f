// A server that speaks S3, with one bucket and the keys of the environment.
const S3rver = require('s3rver');
const { DUMMY_ACCOUNT } = require('s3rver/lib/models/account');

DUMMY_ACCOUNT.createKeyPair(process.env.ROOT_ACCESS_KEY, process.env.ROOT_SECRET_KEY);
const options = {
  address: '0.0.0.0',
  port: 7070,
  silent: true,
  // The host name is no bucket.
  vhostBuckets: false,
  directory: '/data',
  configureBuckets: [{ name: 'files' }],
};
new S3rver(options).run();
