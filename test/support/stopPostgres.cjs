/** Stops what `startPostgres.cjs` started, in the same process, and removes its files. */
module.exports = () => globalThis.stopTestPostgres?.();
