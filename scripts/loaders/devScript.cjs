/**
 * Takes the types off a source of the console, for its developers: with the marks by which a saved component replaces
 * the shown one, and with a source map. swc needs a tenth of the time of the compiler that the build for users takes.
 */
const { transform } = require('@swc/core');

module.exports = function devScript(source, map) {
  const done = this.async();
  const { refresh } = this.getOptions();
  const isComponent = this.resourcePath.endsWith('x');
  const options = {
    filename: this.resourcePath,
    sourceFileName: this.resourcePath,
    sourceMaps: true,
    inputSourceMap: map ? JSON.stringify(map) : false,
    configFile: false,
    swcrc: false,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: isComponent },
      transform: { react: { runtime: 'automatic', development: refresh, refresh } },
    },
  };
  transform(source, options).then(({ code, map: made }) => done(null, code, made && JSON.parse(made)), done);
};
