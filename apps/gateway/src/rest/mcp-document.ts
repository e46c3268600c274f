/** Path of the Model Context Protocol, at the host's root. */
export const MCP_PATH = '/mcp';
/** Most bytes of a message: 1 MB. */
export const MCP_BYTES = 1024 * 1024;
