/** The page of the business reports. */
export const businessPage = 'figures';
