/**
 * Settings of the embedded server: little memory and few processes, for a small installation beside its application.
 * What makes it durable (`fsync`, `synchronous_commit`, `full_page_writes`) stays on, as PostgreSQL has it.
 */
export const serverSettings = (maxConnections: number): Readonly<Record<string, string>> => ({
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: String(maxConnections),
  shared_buffers: '32MB',
  effective_cache_size: '256MB',
  work_mem: '8MB',
  maintenance_work_mem: '32MB',
  huge_pages: 'off',
  jit: 'off',
  io_method: 'sync',
  max_worker_processes: '4',
  max_parallel_workers_per_gather: '1',
  autovacuum_max_workers: '2',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The log holds what happens to the server, and no statement with its data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
});
