/** Who works with the explored console. */
export const people = ['li', 'wang'] as const;
export type Person = (typeof people)[number];
/** Part of all data that belongs to a person, so that leftovers can be found anywhere. */
export function markOf(person: Person) {
  return `of-${person}`;
}
