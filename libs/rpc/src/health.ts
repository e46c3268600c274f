import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import { SERVICE_KEY } from './context-codec';

/** Serving states of the standard health protocol (`grpc.health.v1`). */
export enum HealthCheckResponse {
  UNKNOWN = 0,
  SERVING = 1,
  NOT_SERVING = 2,
}

/** A minimal client of the standard health service: one question, one enum. */
export class HealthClient {
  readonly #client: Client;
  readonly #metadata = new Metadata();

  constructor(target: string, serviceKey: string | undefined) {
    this.#client = new Client(target, credentials.createInsecure());
    if (serviceKey) this.#metadata.set(SERVICE_KEY, serviceKey);
  }

  check(limitMs: number): Promise<HealthCheckResponse> {
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(
        '/grpc.health.v1.Health/Check',
        () => Buffer.alloc(0),
        // The answer has one field, an enum with number 1: its value is the second byte.
        (bytes: Buffer) => (bytes[1] ?? HealthCheckResponse.UNKNOWN) as HealthCheckResponse,
        undefined,
        this.#metadata,
        { deadline: Date.now() + limitMs },
        (error: ServiceError | null, value?: HealthCheckResponse) =>
          error ? reject(error) : resolve(value ?? HealthCheckResponse.UNKNOWN),
      );
    });
  }

  close(): void {
    this.#client.close();
  }
}
