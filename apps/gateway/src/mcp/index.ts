export { createMcp } from './serve-mcp';
