/** Runs the console without drawing: its stylesheets are empty, and the store works as it does in production. */
require.extensions['.css'] = () => {};
process.env.NODE_ENV ??= 'production';
require('./languages.cjs');
require('./screens.cjs');
