import { type Client, Metadata, type ServiceError } from '@grpc/grpc-js';
import { SERVICE_KEY } from './context-codec';

/** Serving states of the standard health protocol (`grpc.health.v1`). */
enum HealthCheckResponse {
  UNKNOWN = 0,
  SERVING = 1,
  NOT_SERVING = 2,
}

const LIMIT_MS = 2_000;

/** Each question goes to the next address: one that is about to stop does not speak for the others. */
const QUESTIONS = 5;

/** Asks the standard health service behind the channel; rejects when no server answers. */
export const createHealthCheck = (
  client: Client,
  serviceKey: string | undefined,
): ((service: string) => Promise<void>) => {
  const metadata = new Metadata();
  if (serviceKey) metadata.set(SERVICE_KEY, serviceKey);

  const ask = (deadline: number): Promise<HealthCheckResponse> =>
    new Promise((resolve, reject) => {
      client.makeUnaryRequest(
        '/grpc.health.v1.Health/Check',
        () => Buffer.alloc(0),
        // The answer has one field, an enum with number 1: its value is the second byte.
        (bytes: Buffer) => (bytes[1] ?? HealthCheckResponse.UNKNOWN) as HealthCheckResponse,
        undefined,
        metadata,
        { deadline },
        (error: ServiceError | null, value?: HealthCheckResponse) =>
          error ? reject(error) : resolve(value ?? HealthCheckResponse.UNKNOWN),
      );
    });

  return async (service) => {
    const deadline = Date.now() + LIMIT_MS;
    for (let asked = 0; asked < QUESTIONS; asked += 1) {
      if ((await ask(deadline)) === HealthCheckResponse.SERVING) return;
    }
    throw new Error(`The ${service} service is not serving`);
  };
};
