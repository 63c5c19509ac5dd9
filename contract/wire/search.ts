/** What the search above all pages finds. */

export interface FoundRecord {
  id: string;
  title: string;
  /** What tells it from others of that title; '' for nothing. */
  note: string;
  /** Where it is shown, below the address of its module's page: a path, or a query that narrows the list. */
  rest?: string;
  search?: string;
}
/** Records of one module, the best first. */
export interface FoundGroup {
  entity: string;
  records: FoundRecord[];
}
/** Most records of a group. */
export const mostFound = 8;
/** Longest text of a search. */
export const longestSearch = 60;
