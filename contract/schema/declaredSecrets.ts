/** Names of the fields that modules declare as `secret(…)`. A module adds its own, so that none is listed by hand. */
export const declaredSecrets = new Set<string>();
