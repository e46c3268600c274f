// Rendered manifests in the form that the chart's tests check.
import { parseAllDocuments } from 'yaml';
import { at } from '../paths.mjs';
import { render } from './helm.mjs';

/** File of an example's values. */
export const findValuesFile = (example) => at('deploy/examples', example, 'values.yaml');

/** The manifests of a text. */
export const documents = (text) =>
  parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter(Boolean);

/** The manifests of an example. Throws what Helm says. */
export const renderDocuments = (example, flags) => {
  const { text, error } = render([findValuesFile(example)], flags);
  if (error) throw new Error(error);
  return documents(text);
};

export const ofKind = (all, kind) => all.filter((document) => document.kind === kind);
export const readComponent = ({ metadata }) => metadata.labels['app.kubernetes.io/component'];
export const readPod = ({ spec }) => spec.template.spec;
