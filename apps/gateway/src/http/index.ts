export { isHttps, readCookies } from './cookies';
export { hashContent, pack, type Packed, sendPacked } from './packed';
export { headersSetBy, secure, securePage, securityHeaders } from './security-headers';
