/** The console where nothing is drawn: its stylesheets are empty there, and the store works as it does in production. */
require.extensions['.css'] = () => {};
process.env.NODE_ENV ??= 'production';
require('./languages.cjs');
