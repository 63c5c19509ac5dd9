/** Page sizes offered to users; the server takes any from 1 and caps at the largest. */
export const pageSizes = [10, 30, 50, 100, 200] as const;
export function isPageSize(size: unknown): boolean {
  return (pageSizes as readonly unknown[]).includes(size);
}
export const largestPage = 200;
/** The parameter that asks for a first page without waiting for totals that take long to count. */
export const totalsLater = { totals: 'later' } as const;
