/** Where the API document is: as OpenAPI, as a page of its own, and inside the console. */
export const apiDocs = {
  /** The menu of the console's page, and the right to open it. */
  code: 'apiDocs',
  /** Where that page is, unless a menu has been moved. */
  address: '/tool/api',
  document: '/docs/json',
  page: '/docs',
} as const;
