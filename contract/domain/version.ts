/** The version of the product; a test compares it with package.json and the changelog. */
export const version = '0.2.0';
