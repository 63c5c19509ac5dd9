/**
 * webpack.config.ts for webpack's own command, read the same way by every release of Node: those that read TypeScript
 * themselves would warn of it first, and fail at its imports.
 */
require('tsx/cjs');
module.exports = require('./webpack.config.ts').default;
