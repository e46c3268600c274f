// How the files of tests load modules: packages once per worker, by Node.js itself; our own code once per test file.
const { createRequire, isBuiltin } = require('node:module');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Jest runtime for `environment.cjs`: compiles for the worker's own context, and shares packages between files. */
class SharedPackages extends Runtime {
  constructor(...parameters) {
    super(...parameters);
    const { executor } = this;
    executor.compile = (source, filename) =>
      compileFunction(source, executor.injectedModuleParameters, { filename });
  }

  requireModule(from, name, options, isActual) {
    const isShared = !options?.isInternalModule && !from.includes('/node_modules/') && isSharedPackage(name);
    return isShared ? createRequire(from)(name) : super.requireModule(from, name, options, isActual);
  }
}

/** A package, but for our own code, and the one that only the module that keeps it may load. */
const isSharedPackage = (name = '') =>
  /^[@\w]/.test(name) && !isBuiltin(name) && !/^(@parley|@prisma\/schema-engine-wasm)\//.test(name);

module.exports = SharedPackages;
