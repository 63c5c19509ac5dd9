/** Names of the fields that modules declare as `secret(…)`. A module adds its own, so that none is listed by hand. */
export const declaredSecrets = new Set<string>();
/** Fields that hold a secret where another field of the record names one, with the field that names it. */
export const namedSecrets = new Map<string, string>([['value', 'name']]);
/** Fields whose texts may hold secrets by their names. */
export const secretHolders = new Set<string>();
