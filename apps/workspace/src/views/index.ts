export { deleteViewsOf } from './view.store';
export { checkView, createView, deleteView, listViews, updateView } from './views';
