/** Whether it can be the id of an element, and the key of a process: the drawing package opens no file with another one. */
export function isElementId(id: string): boolean {
  return /^[A-Za-z_][\w.-]*$/.test(id);
}
