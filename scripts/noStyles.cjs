/** Screens are loaded where nothing is drawn: their stylesheets are empty there. */
require.extensions['.css'] = () => {};
