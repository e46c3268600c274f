export { togglePublish } from './toggle-publish';
export { updateCollection } from './update-collection';
export { writeCollection } from './write-collection';
