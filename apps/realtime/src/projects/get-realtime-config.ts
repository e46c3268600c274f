import { projectScope } from '@parley/auth';
import type {
  GetRealtimeConfigRequest,
  GetRealtimeConfigResponse,
} from '@parley/proto/generated/parley/realtime/v1/realtime_service';
import type { CallContext } from '@parley/rpc';
import type { RpcDeps } from '../rpc-deps';

const SECURE_PORT = 443;
const PLAIN_PORT = 80;

/** What configures a client: the project's public key, and where this service is. */
export const getRealtimeConfig = async (
  { signers, publicUrl }: Pick<RpcDeps, 'signers' | 'publicUrl'>,
  _request: GetRealtimeConfigRequest,
  context: CallContext,
): Promise<GetRealtimeConfigResponse> => {
  const { key } = await signers.of(projectScope(context.scope).projectId, context);
  const { protocol, hostname, port } = new URL(publicUrl);
  const tls = protocol === 'https:' || protocol === 'wss:';
  return { key, host: hostname, port: Number(port) || (tls ? SECURE_PORT : PLAIN_PORT), tls };
};
