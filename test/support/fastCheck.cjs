/** Random inputs are the same in each `npm test`, so that none fails by chance; the deep run draws new ones. */
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

if (process.env.DEEP !== '1') fc.configureGlobal({ seed: 20_261_127 });
module.exports = fc;
