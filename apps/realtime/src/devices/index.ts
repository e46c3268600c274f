export { createDevices, type Devices } from './devices';
