/** Names of the fields that modules declare as `secret(…)`. A module adds its own, so that none is listed by hand. */
export const declaredSecrets = new Set<string>();
/** Fields that hold a secret where another field of the record names one, with the field that names it. */
export const namedSecrets = new Map<string, string>([['value', 'name']]);
/**
 * Fields whose texts may hold secrets by their names, each with what replaces these. A module brings it along with the field:
 * nothing can hold a value of the field before, and the first load, which writes lines and has no module, needs none of it.
 */
export const secretHolders = new Map<string, (text: string, instead: (secret: string) => string) => string>();
/** Names of the fields that hold numbers of cards and papers, those that actions ask for too. */
export const declaredNumbers = new Set<string>();
