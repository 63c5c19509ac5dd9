/** Names under which the sheets of an order are opened. */
export function orderSheet(id: string): string {
  return `order ${id}`;
}
export function planSheet(id: string): string {
  return `plan ${id}`;
}
export function receiptSheet(rowId: string): string {
  return `receipt ${rowId}`;
}
