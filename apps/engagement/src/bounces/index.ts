export { receiveBounce } from './receive-bounce';
