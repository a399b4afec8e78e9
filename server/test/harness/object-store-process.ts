import { createRequire } from "node:module";

/** The S3 server of the tests: a folder to keep objects in, a port, and the bucket to make. */
const [directory, port, bucket] = process.argv.slice(2);
const load = createRequire(import.meta.url);

// It would judge requests about a whole bucket by another path than the one that was signed.
const signature = load("@20minutes/s3rver/lib/signature/v4");
const { getStringToSign } = signature;
signature.getStringToSign = (request: { uri: string }, ...more: unknown[]) =>
  getStringToSign({ ...request, uri: /^\/[^/]+$/.test(request.uri) ? `${request.uri}/` : request.uri }, ...more);

const S3Server = load("@20minutes/s3rver");
const configureBuckets = [{ name: bucket }];
const server = new S3Server({
  address: "127.0.0.1",
  port,
  directory,
  silent: true,
  vhostBuckets: false,
  configureBuckets,
});
const address = await server.run();
console.log(`port ${address.port}`);
