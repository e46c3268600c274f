export { openService, type OpenService, type ServiceOptions, type ServiceParts } from './open-service';
