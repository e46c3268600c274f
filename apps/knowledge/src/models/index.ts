export { getModelCatalogue } from './get-catalogue';
