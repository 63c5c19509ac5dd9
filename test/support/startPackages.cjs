/** Makes the one-file packages that the tests load (see packages.cjs). */
const { provide } = require('./packages.cjs');

module.exports = () => provide();
